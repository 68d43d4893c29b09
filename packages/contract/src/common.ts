/** Pieces that several shapes share (docs/spec/interface.md, Resources and their fields). */
import * as z from 'zod';
import { isBlank } from './blank.ts';

export const modes = ['live', 'test'] as const;
export type Mode = (typeof modes)[number];
export const ModeSchema = z.enum(modes);

const firstTime = Date.parse('0001-01-01T00:00:00Z');
const lastTime = Date.parse('9999-12-31T23:59:59.999Z');

/** Limits times to the years that both PostgreSQL and ISO 8601 (without a sign) can express, in UTC. Other checks report invalid times. */
const isUsualTime = (text: string): boolean => {
  const time = Date.parse(text);
  return Number.isNaN(time) || (time >= firstTime && time <= lastTime);
};

/** RFC 3339 allows a lower-case `t` and `z`; Date.parse does not. */
const upperCaseTime = (text: string) => (/^[\d:.t z+-]+$/i.test(text) ? text.toUpperCase() : text);

export const DateTime = z
  .string()
  .overwrite(upperCaseTime)
  .check(z.iso.datetime({ offset: true }))
  .refine(isUsualTime, { error: 'Value error, must lie in the years 0001 to 9999 in UTC' })
  .describe('ISO 8601 date-time');
export const NullableDateTime = DateTime.nullish();

/** A moment in a query: a date-time, or a date, which means its first moment in UTC. */
export const DateOrDateTime = z
  .string()
  .overwrite((text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : upperCaseTime(text)))
  .check(z.iso.datetime({ offset: true }))
  .refine(isUsualTime, { error: 'Value error, must lie in the years 0001 to 9999 in UTC' })
  .describe('ISO 8601 date-time, or a date, which means midnight UTC');

/** Text without NUL, which PostgreSQL cannot store. */
export const storable = (text: string): boolean => !text.includes('\u0000');

const deepest = 32;

/** Why a JSON value cannot be stored, or null if it can. It cannot with a NUL in a text or name, or nested over 32 deep. */
export function unstorable(value: unknown): string | null {
  const open: Array<[unknown, number]> = [[value, 0]];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [item, depth] = at;
    if (typeof item === 'string' && !storable(item)) return 'must not contain NUL characters';
    if (typeof item !== 'object' || item === null) continue;
    if (depth >= deepest) return `must not be nested more than ${deepest} deep`;
    for (const [name, member] of Object.entries(item)) {
      if (!storable(name)) return 'must not contain NUL characters';
      open.push([member, depth + 1]);
    }
  }
  return null;
}

/** A string bounded in Unicode code points, as Pydantic counts. */
export function boundedText(min: number, max: number): z.ZodString {
  return z
    .string()
    .meta({ minLength: min, maxLength: max })
    .superRefine((text, context) => {
      const length = [...text].length;
      if (length < min) {
        context.addIssue({
          code: 'too_small',
          minimum: min,
          origin: 'string',
          inclusive: true,
          input: text,
          message: '',
        });
      } else if (length > max) {
        context.addIssue({
          code: 'too_big',
          maximum: max,
          origin: 'string',
          inclusive: true,
          input: text,
          message: '',
        });
      }
      if (!storable(text)) {
        context.addIssue({
          code: 'custom',
          input: text,
          message: 'Value error, must not contain NUL characters',
        });
      }
    });
}

/** A string with visible characters, bounded in Unicode code points: titles, names and reasons. */
export function nonBlankText(max: number): z.ZodString {
  return boundedText(1, max).refine((text) => text === '' || !isBlank(text), {
    error: 'Value error, must contain a character that can be seen',
  });
}

/**
 * A record that refuses the key `__proto__` with the given message. Parsing would drop the key, and input must not disappear
 * silently.
 */
export function withoutPrototypeKey<Schema extends z.ZodType>(record: Schema, message: string) {
  return z.preprocess((given, context) => {
    if (typeof given === 'object' && given !== null && Object.hasOwn(given, '__proto__')) {
      context.addIssue({ code: 'custom', path: ['__proto__'], input: given, message });
    }
    return given;
  }, record);
}

const readInteger = (value: unknown) =>
  typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;

/** A whole number in a query string: only digits. */
export function queryInteger(min: number, max: number, fallback: number) {
  return z.preprocess(readInteger, z.int().min(min).max(max).default(fallback));
}

/** The same without a default. */
export function optionalQueryInteger(min: number, max: number) {
  return z.preprocess(readInteger, z.int().min(min).max(max).optional());
}

/** Refuses a query with `starting_after` and the older name of the same parameter. */
export function refuseTwoStarts(older: 'after' | 'before') {
  return (
    query: { starting_after?: unknown; after?: unknown; before?: unknown },
    context: z.RefinementCtx,
  ) => {
    if (query.starting_after === undefined || query[older] === undefined) return;
    context.addIssue({
      code: 'custom',
      path: ['starting_after'],
      input: query.starting_after,
      message: `Value error, means the same as ${older}: send one of them`,
    });
  };
}

/** `limit` and `offset` of a list; query strings arrive as text. */
const PageQuery = z.object({
  limit: queryInteger(1, 200, 50).describe('Maximum number of items in the response'),
  offset: queryInteger(0, 2_147_483_647, 0).describe(
    'Items to skip, counted after `starting_after` if given',
  ),
});

/** The query of a list. `isId` says whether a text has the form of an id of its items. */
export function pageQuery(isId: (text: string) => boolean) {
  return PageQuery.extend({
    starting_after: z
      .string()
      .max(100)
      .refine(isId, { error: 'Value error, not an id of this list' })
      .optional()
      .describe('Id of the last item of the previous page. Unlike `offset`, not affected by new items'),
  });
}

/** The part of such a query that is passed to the verbs. */
export interface Page {
  limit: number;
  offset: number;
  starting_after?: string | undefined;
}

/** One page of a list. */
export interface Listed<Item> {
  items: Item[];
  /** How many items match on all pages. */
  total: number;
  /** Whether more items follow this page. */
  hasMore: boolean;
}

/** Builds a page from up to `limit` + 1 items; the additional one shows that more follow. */
export function onePage<Item>(found: Item[], limit: number): { items: Item[]; hasMore: boolean } {
  return { items: found.slice(0, limit), hasMore: found.length > limit };
}

/** RFC 5321 allows 254 characters in a path. */
export const EmailAddress = z.string().max(254).pipe(z.email());

/** The form in which addresses are compared: trimmed, lower case, NFC. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

const timeZones = new Map<string, boolean>();

/** True for an IANA time zone this runtime knows. */
export function isTimeZone(zone: string): boolean {
  const known = timeZones.get(zone);
  if (known !== undefined) return known;
  let valid = true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    valid = false;
  }
  if (timeZones.size < 1000) timeZones.set(zone, valid);
  return valid;
}
