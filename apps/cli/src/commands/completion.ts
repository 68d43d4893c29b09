/** `countersign completion SHELL`: completion scripts, generated from the commands. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { addGuide, checked, oneOf } from '../define.ts';
import type { Session } from '../session.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** Builds the command. The scripts complete the commands of `program()`. */
export function completionCommand(session: Session, program: () => CommandUnknownOpts) {
  const completion = new Command('completion')
    .summary('Print a script that completes commands in your shell')
    .description('Prints a script that completes commands and options.')
    .argument('<shell>', shells.join(', '), checked(oneOf(shells)));
  addGuide(completion, {
    examples: [
      'source <(countersign completion bash)                                    # in ~/.bashrc',
      'countersign completion zsh > ~/.zsh/completions/_countersign            # a folder of $fpath',
      'countersign completion fish > ~/.config/fish/completions/countersign.fish',
    ],
  });
  completion.action((shell) => session.terminal.print(completionScript(shell, entriesOf(program()))));
  return completion;
}

interface Word {
  word: string;
  summary: string;
}

interface Entry {
  /** The words before the cursor, without the program's name; '' for the program itself. */
  path: string;
  commands: Word[];
  options: Array<Word & { takesValue: boolean }>;
}

/** Every command with the words that can follow it. */
export function entriesOf(program: CommandUnknownOpts): Entry[] {
  const global = optionsOf(program);
  const visit = (command: CommandUnknownOpts, path: string[]): Entry[] => [
    {
      path: path.join(' '),
      commands: command.commands.map((one) => ({ word: one.name(), summary: one.summary() })),
      options: [
        ...(command === program ? [] : optionsOf(command)),
        ...global,
        { word: '--help', summary: 'display help for command', takesValue: false },
      ],
    },
    ...command.commands.flatMap((one) => visit(one, [...path, one.name()])),
  ];
  return visit(program, []);
}

function optionsOf(command: CommandUnknownOpts): Entry['options'] {
  return command.options
    .filter(({ long }) => long !== undefined)
    .map((option) => ({
      word: option.long!,
      summary: option.description,
      takesValue: option.required || option.optional,
    }));
}

function completionScript(shell: (typeof shells)[number], entries: Entry[]): string {
  if (shell === 'bash') return bashScript(entries);
  return shell === 'zsh' ? zshScript(entries) : fishScript(entries);
}

/** Quotes a text for the shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const valued = (entries: Entry[]) => [
  ...new Set(
    entries.flatMap(({ options }) => options.filter(({ takesValue }) => takesValue).map(({ word }) => word)),
  ),
];

function bashScript(entries: Entry[]): string {
  const cases = entries.map(({ path, commands, options }) => {
    const words = [...commands, ...options].map(({ word }) => word).join(' ');
    return `    ${quoted(path)}) words=${quoted(words)} ;;`;
  });
  return `# Completion of countersign for bash
_countersign() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path='' word words=''
  case " ${valued(entries).join(' ')} " in
    *" $previous "*) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " ${pathsOf(entries)} " in
      *" \${path:+\${path// /.}.}$word "*) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ \${#COMPREPLY[@]} -eq 0 && "$current" != -* ]]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _countersign countersign`;
}

/** All command paths, with dots instead of spaces. */
const pathsOf = (entries: Entry[]) =>
  entries
    .map(({ path }) => path.replaceAll(' ', '.'))
    .filter(Boolean)
    .join(' ');

function zshScript(entries: Entry[]): string {
  const described = ({ word, summary }: Word) => quoted(`${word.replaceAll(':', '\\:')}:${summary}`);
  const cases = entries.map(
    ({ path, commands, options }) => `    ${quoted(path)})
      commands=(${commands.map(described).join(' ')})
      options=(${options.map(described).join(' ')}) ;;`,
  );
  return `#compdef countersign
# Completion of countersign for zsh
_countersign() {
  local place='' word
  local -a commands options
  case " ${valued(entries).join(' ')} " in
    *" \${words[CURRENT-1]} "*) _files; return ;;
  esac
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case " ${pathsOf(entries)} " in
      *" \${place:+\${place// /.}.}$word "*) place="\${place:+$place }$word" ;;
    esac
  done
  case "$place" in
${cases.join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then _describe -o 'option' options
  elif (( \${#commands} )); then _describe 'command' commands
  else _files
  fi
}
if [[ "$funcstack[1]" == _countersign ]]; then _countersign "$@"; else compdef _countersign countersign; fi`;
}

function fishScript(entries: Entry[]): string {
  const lines = entries.flatMap(({ path, commands, options }) => {
    const condition = `-n ${quoted(`__countersign_at ${quoted(path)}`)}`;
    return [
      ...commands.map(
        ({ word, summary }) => `complete -c countersign -f ${condition} -a ${word} -d ${quoted(summary)}`,
      ),
      ...options.map(
        ({ word, summary, takesValue }) =>
          `complete -c countersign ${condition} -l ${word.slice(2)} ${takesValue ? '-r ' : ''}-d ${quoted(summary)}`,
      ),
    ];
  });
  return `# Completion of countersign for fish
function __countersign_at
  set -l place ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$place $word")
    contains -- (string replace -a ' ' . -- $next) ${pathsOf(entries)}
    and set place $next
  end
  test "$place" = "$argv[1]"
end
${lines.join('\n')}`;
}
