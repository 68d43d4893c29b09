/** Parts of command definitions. Help, completion and docs/CLI.md are all generated from the definitions. */
import { Command, type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';

export interface Guide {
  /** Notes after the summary and the options. */
  notes?: string;
  /** Complete command lines. */
  examples: readonly string[];
}

const guides = new WeakMap<CommandUnknownOpts, Guide>();

/** The guide of a command, or null for a group. */
export function guideOf(command: CommandUnknownOpts): Guide | null {
  return guides.get(command) ?? null;
}

/** Adds notes and examples to a command's help. */
export function addGuide(command: CommandUnknownOpts, guide: Guide): void {
  guides.set(command, guide);
  const notes = guide.notes ? `\n${guide.notes}\n` : '';
  const examples = guide.examples.map((line) => `  ${line}`).join('\n');
  command.addHelpText('after', `${notes}\nExamples:\n${examples}`);
}

/** A command that only groups other commands. */
export function group(name: string, summary: string): Command {
  return new Command(name).summary(summary).description(`${summary}.`);
}

/** An option that is a whole number within bounds. */
export function integer(min: number, max: number) {
  return (text: string): number => {
    const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** An option that is one of these words. */
export function oneOf<const Words extends readonly string[]>(words: Words) {
  return (text: string): Words[number] => {
    if (words.includes(text)) return text;
    throw new InvalidArgumentError(`It must be one of ${words.join(', ')}.`);
  };
}

/** An option that may be given several times, each read by `read`. */
export function several<T>(read: (text: string) => T) {
  return (text: string, before: T[] | undefined): T[] => [...(before ?? []), read(text)];
}

/** Reports an error of an input reader as an error of the option. */
export function checked<T>(read: (text: string) => T) {
  return (text: string): T => {
    try {
      return read(text);
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message);
    }
  };
}
