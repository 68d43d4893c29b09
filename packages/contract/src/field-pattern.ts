/**
 * The patterns of fields: which ones are accepted, and matching values against them in bounded time. Matching is linear in the value,
 * but each character can cost as many steps as the compiled program has instructions, and counted repetitions multiply those. So the
 * size of the program, the length of the values and the product of both are bounded. Pure and browser-safe.
 */
import { RE2JS } from 're2js';

/** Instructions of one compiled pattern. `.{0,498}` has about 1000. */
export const MAX_PATTERN_STEPS = 1000;
/** Instructions of all different patterns of one document or template: what has to be compiled for one request. */
export const MAX_PATTERN_STEPS_PER_DOCUMENT = 5000;
/** Longest value of a field with a pattern, in code points. */
export const MAX_PATTERN_VALUE_LENGTH = 1000;
/** Instructions times code points, for one value. At worst a step takes about 0.1 microseconds. */
const MAX_WORK_PER_VALUE = 200_000;
/** The same for all values of one request together. */
const MAX_WORK_PER_REQUEST = 400_000;

/** Steps counted for a Unicode class, which is slow to compile, especially when case is ignored. */
const classSteps = 25;
const foldedClassSteps = 150;
/** Characters of the pattern that count as one step: reading a long class takes time too. */
const charactersPerStep = 16;
/** Characters of a range in a pattern that ignores case that count as one step. */
const rangePerStep = 32;
/** Size of the cache of compiled patterns, in instructions. */
const cacheSteps = 20_000;

interface Compiled {
  program: ReturnType<typeof RE2JS.compile>;
  steps: number;
}

const cache = new Map<string, Compiled>();
let cachedSteps = 0;

/** The compiled pattern, from the cache if possible. Throws the engine's error for a pattern that it does not accept. */
function compiled(pattern: string): Compiled {
  const known = cache.get(pattern);
  if (known) {
    // A Map keeps the order of insertion: the first entry is the one used longest ago.
    cache.delete(pattern);
    cache.set(pattern, known);
    return known;
  }
  const program = RE2JS.compile(pattern);
  const made = { program, steps: program.programSize() };
  if (made.steps > MAX_PATTERN_STEPS) return made;
  cache.set(pattern, made);
  cachedSteps += made.steps;
  for (const [oldest, { steps }] of cache) {
    if (cachedSteps <= cacheSteps) break;
    cache.delete(oldest);
    cachedSteps -= steps;
  }
  return made;
}

/** Why the pattern is refused, in words that follow "pattern", or null. Takes milliseconds, whatever the pattern. */
export function patternFault(pattern: string): string | null {
  const estimate = estimatePatternSteps(pattern);
  if (estimate > MAX_PATTERN_STEPS) return tooLarge(estimate);
  try {
    const { steps } = compiled(pattern);
    return steps > MAX_PATTERN_STEPS ? tooLarge(steps) : null;
  } catch {
    return 'pattern does not compile in a linear-time engine';
  }
}

function tooLarge(steps: number): string {
  const count = steps > 1_000_000 ? 'over 1000000' : String(steps);
  return `pattern expands to ${count} steps, at most ${MAX_PATTERN_STEPS} are allowed: lower the counts of its repetitions`;
}

/** Longest value that is matched against the pattern, in code points. */
export function longestPatternValue(pattern: string): number {
  const { steps } = compiled(pattern);
  return Math.min(MAX_PATTERN_VALUE_LENGTH, Math.floor(MAX_WORK_PER_VALUE / Math.max(1, steps)));
}

/** True when the whole value matches. Call it only for values that are no longer than longestPatternValue. */
export function matchesPattern(pattern: string, value: string): boolean {
  return compiled(pattern).program.matches(value);
}

/** The remaining pattern work that one request may cause. */
export interface PatternBudget {
  /** Subtracts the work for one value. Returns false if the budget is not sufficient. */
  spend(pattern: string | null | undefined, value: unknown): boolean;
}

/** A budget for the values of one request. */
export function createPatternBudget(): PatternBudget {
  let left = MAX_WORK_PER_REQUEST;
  return {
    spend: (pattern, value) => {
      if (!pattern || typeof value !== 'string') return true;
      const { steps } = compiled(pattern);
      // A longer value is refused by its length before it is matched.
      if (value.length <= 2 * longestPatternValue(pattern)) left -= steps * value.length;
      return left >= 0;
    },
  };
}

/** The steps of a group. */
interface Group {
  /** Steps of all parts before the last one. */
  sum: number;
  /** Steps of the last part, which a repetition may multiply. */
  last: number;
}

/** One item of a pattern, with its length in the text. */
type Token = { length: number } & (
  | { kind: 'characters'; count: number; unicodeClasses: number }
  | { kind: 'class' | 'open' | 'close' | 'either' }
  | { kind: 'repetition'; repeated: (steps: number) => number }
);

/**
 * An upper bound of the instructions that the pattern compiles to, found in one pass over its text without expanding anything.
 * Unicode classes count as several, because compiling them is slow. For an invalid pattern the number has no meaning.
 */
export function estimatePatternSteps(pattern: string): number {
  const ignoresCase = /\(\?[A-Za-z]*i/.test(pattern);
  const slowClass = ignoresCase ? foldedClassSteps : classSteps;
  const open: Group[] = [];
  let group: Group = { sum: 4 + Math.ceil(pattern.length / charactersPerStep), last: 0 };
  /** Not multiplied by repetitions: a class is compiled once. */
  let classes = 0;
  const part = (steps: number) => {
    group.sum += group.last;
    group.last = steps;
  };
  for (let at = 0; at < pattern.length; ) {
    const token = tokenAt(pattern, at);
    switch (token.kind) {
      case 'characters':
        classes += token.unicodeClasses * slowClass;
        if (token.count > 0) part(1);
        group.sum += Math.max(0, token.count - 1);
        break;
      case 'class':
        classes += classCost(pattern.slice(at, at + token.length), slowClass, ignoresCase);
        part(1);
        break;
      case 'open':
        part(0);
        open.push(group);
        group = { sum: 2, last: 0 };
        break;
      case 'close': {
        const inner = group.sum + group.last;
        group = open.pop() ?? { sum: inner, last: 0 };
        group.last = inner;
        break;
      }
      case 'either':
        part(1);
        part(0);
        break;
      case 'repetition':
        group.last = token.repeated(group.last);
    }
    at += token.length;
  }
  // A pattern with an unclosed group is invalid, but its parts are counted.
  return [...open, group].reduce((sum, one) => sum + one.sum + one.last, 0) + classes;
}

/** The token that begins at `at`. Looks ahead 64 characters, except in a class and a quotation. */
function tokenAt(pattern: string, at: number): Token {
  const rest = pattern.slice(at, at + 64);
  const one = { length: 1, kind: 'characters', count: 1, unicodeClasses: 0 } as const;
  switch (rest[0]) {
    case '\\': {
      if (rest.startsWith('\\Q')) {
        const quoted = pattern.slice(at + 2).split('\\E', 1)[0]!;
        return { ...one, length: quoted.length + 4, count: [...quoted].length };
      }
      const escaped = /^\\(?:[pP](?:\{[^}]*\}?|.)|x(?:\{[^}]*\}?|..)|[\s\S]?)/.exec(rest)![0];
      return { ...one, length: escaped.length, unicodeClasses: /^\\[pP]/.test(escaped) ? 1 : 0 };
    }
    case '[':
      return { kind: 'class', length: endOfClass(pattern, at) - at };
    case '(': {
      const opening = /^\((?:\?(?:P?<[A-Za-z_]\w*>|<[=!]|[A-Za-z-]*:?))?/.exec(rest)![0];
      return { kind: 'open', length: opening.length };
    }
    case ')':
      return { kind: 'close', length: 1 };
    case '|':
      return { kind: 'either', length: 1 };
    case '*':
    case '+':
    case '?':
      return { kind: 'repetition', length: 1, repeated: (steps) => steps + 2 };
    case '{':
      return countedRepetition(rest) ?? one;
    default:
      return one;
  }
}

/** A repetition such as `{2}`, `{2,}` or `{2,5}`; null if the text does not begin with one. */
function countedRepetition(text: string): Token | null {
  const match = /^\{(\d{1,9})(,(\d{1,9})?)?\}/.exec(text);
  if (!match) return null;
  const [written, least, range, most] = match;
  const count = most !== undefined ? Number(most) : Number(least) + (range === undefined ? 0 : 1);
  return {
    kind: 'repetition',
    length: written.length,
    repeated: (steps) => Math.max(1, count) * (steps + 1) + 2,
  };
}

/** The index after the class that opens at `at`. */
function endOfClass(pattern: string, at: number): number {
  let end = at + 1;
  if (pattern[end] === '^') end += 1;
  if (pattern[end] === ']') end += 1;
  while (end < pattern.length && pattern[end] !== ']') {
    if (pattern.startsWith('[:', end)) {
      const close = pattern.indexOf(':]', end);
      end = close === -1 ? end + 1 : close + 2;
    } else end += pattern[end] === '\\' ? 2 : 1;
  }
  return end + 1;
}

/**
 * The steps of a class: those of its Unicode classes and, if case is ignored, those of its ranges, which the compiler then reads character
 * by character.
 */
function classCost(text: string, slowClass: number, ignoresCase: boolean): number {
  const unicodeClasses = (text.match(/\\[pP]/g)?.length ?? 0) * slowClass;
  if (!ignoresCase) return unicodeClasses;
  let width = 0;
  for (const [, low = '', high = ''] of text.matchAll(ranges))
    width += Math.max(0, codePointOf(high) - codePointOf(low));
  return unicodeClasses + Math.ceil(width / rangePerStep);
}

const ranges = /(?=(\\x\{[^}]*\}|\\x..|\\?[\s\S])-(\\x\{[^}]*\}|\\x..|\\?[\s\S]))/gu;

function codePointOf(text: string): number {
  const hexadecimal = /^\\x\{?([0-9A-Fa-f]{1,8})/.exec(text)?.[1];
  return hexadecimal ? Number.parseInt(hexadecimal, 16) : text.replace(/^\\(?=.)/su, '').codePointAt(0)!;
}
