/** FieldSpec, FieldSettings and FieldOut (docs/spec/interface.md, Field; docs/spec/decisions.md, sections 3 and 9). */
import * as z from 'zod';
import { boundedText, NullableDateTime, visibleText } from './common.ts';
import { fieldTypes } from './enumerations.ts';
import { estimatePatternSteps, MAX_PATTERN_STEPS_PER_DOCUMENT, patternFault } from './field-pattern.ts';
import { printedKinds } from './printed-value.ts';
import { MAX_VALUE_LENGTH } from './value-limits.ts';

export { fieldTypes };
export type FieldType = (typeof fieldTypes)[number];
/** What a value is printed on: a white plate where the page is dark, never, or always. */
export const backgrounds = ['auto', 'none', 'white'] as const;
export type Background = (typeof backgrounds)[number];
export const inputModes = ['draw', 'type', 'upload'] as const;
export type InputMode = (typeof inputModes)[number];

/** Fields of one document; keeps every list bounded. */
export const MAX_FIELDS = 2000;

/** Longest pattern, in UTF-16 code units. */
const MAX_PATTERN_LENGTH = 1000;

export const FieldSettings = z
  .strictObject({
    input_modes: z.array(z.enum(inputModes)).min(1).max(3).nullish(),
    max_length: z.int().min(1).max(MAX_VALUE_LENGTH).nullish(),
    min_value: z.number().nullish(),
    max_value: z.number().nullish(),
    options: z.array(boundedText(1, 500)).max(500).nullish(),
    pattern: z
      .string()
      .superRefine((pattern, context) => {
        if (pattern.length > MAX_PATTERN_LENGTH) return;
        const fault = patternFault(pattern);
        if (fault) context.addIssue({ code: 'custom', input: pattern, message: `Value error, ${fault}` });
      })
      .max(MAX_PATTERN_LENGTH)
      .describe(
        'A regular expression in RE2 syntax that the whole value must match. Limits the value to 1000 characters',
      )
      .nullish(),
    background: z
      .enum(backgrounds)
      .nullish()
      .describe(
        'White background of the value. `auto` (the default): if the page is dark there; `none`: never; `white`: always',
      ),
  })
  .superRefine((settings, context) => {
    const { min_value: min, max_value: max } = settings;
    if (typeof min === 'number' && typeof max === 'number' && min > max) {
      context.addIssue({
        code: 'custom',
        path: ['max_value'],
        input: max,
        message: 'Value error, max_value must not be below min_value',
      });
    }
  })
  .meta({ id: 'FieldSettings' });
export type FieldSettings = z.infer<typeof FieldSettings>;

/** Occurrences of an anchor's text that can be told apart. */
const MAX_OCCURRENCE = 1000;

export const FieldAnchor = z
  .object({
    text: visibleText(200).describe(
      'A text on the page, found whatever the white space between its characters; case counts. 1 to 200 characters, at least one of them visible',
    ),
    occurrence: z
      .int()
      .min(1)
      .max(MAX_OCCURRENCE)
      .default(1)
      .describe(
        'Which occurrence, from 1, page by page, from top to bottom and from left to right. If the text occurs as whole words, only these are counted',
      ),
    dx: z
      .number()
      .min(-1)
      .max(1)
      .default(0)
      .describe("From the text's left edge, as a fraction of the page width"),
    dy: z
      .number()
      .min(-1)
      .max(1)
      .default(0)
      .describe("From the text's top edge, as a fraction of the page height"),
  })
  .meta({ id: 'FieldAnchor' });
export type FieldAnchor = z.infer<typeof FieldAnchor>;

/** How far a rectangle may extend beyond the page's edge because of rounding. */
const edgeTolerance = 1e-6;

export const FieldSpec = z
  .object({
    type: z.enum(fieldTypes),
    page: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .describe('Required without an `anchor`. With one, the only page to search'),
    x: z.number().min(0).max(1).optional().describe('Required without an `anchor`, refused with one'),
    y: z.number().min(0).max(1).optional().describe('Required without an `anchor`, refused with one'),
    anchor: FieldAnchor.nullish().describe(
      'In place of `x` and `y`: a text in the PDF. Finalize finds it and sets `page`, `x` and `y`',
    ),
    w: z.number().gt(0).max(1).describe('More than 0; x + w is at most 1'),
    h: z.number().gt(0).max(1).describe('More than 0; y + h is at most 1'),
    recipient_index: z.int().min(0).max(1_000_000),
    name: z
      .string()
      .max(100)
      .regex(/^[A-Za-z][A-Za-z0-9_.-]*$/)
      .nullish(),
    required: z.boolean().default(true),
    read_only: z.boolean().default(false),
    prefill_value: boundedText(0, MAX_VALUE_LENGTH).nullish(),
    settings: FieldSettings.default({}),
  })
  .superRefine((field, context) => {
    for (const member of ['page', 'x', 'y'] as const) {
      if (!field.anchor && field[member] === undefined)
        context.addIssue({ code: 'invalid_type', expected: 'number', path: [member], input: undefined });
      if (field.anchor && member !== 'page' && field[member] !== undefined)
        context.addIssue({
          code: 'custom',
          path: [member],
          input: field[member],
          message: `Value error, a field has either x and y or an anchor: remove ${member} or the anchor`,
        });
    }
    const { x = 0, y = 0 } = field.anchor ? {} : field;
    if (x + field.w > 1 + edgeTolerance) {
      context.addIssue({
        code: 'custom',
        path: ['w'],
        input: field.w,
        message: 'Value error, x + w must not exceed 1',
      });
    }
    if (y + field.h > 1 + edgeTolerance) {
      context.addIssue({
        code: 'custom',
        path: ['h'],
        input: field.h,
        message: 'Value error, y + h must not exceed 1',
      });
    }
    if ((field.type === 'radio' || field.type === 'dropdown') && !field.settings.options?.length) {
      context.addIssue({
        code: 'custom',
        path: ['settings', 'options'],
        input: field.settings.options ?? null,
        message: `Value error, a ${field.type} field needs at least one option`,
      });
    }
  })
  .meta({ id: 'FieldSpec' });
export type FieldSpec = z.infer<typeof FieldSpec>;

/** A field whose place is known: given, or found by its anchor. */
export type PlacedField = FieldSpec & { page: number; x: number; y: number };

/** The pattern of a field as given, before its shape is checked. */
function givenPattern(field: unknown): string | null {
  const pattern = (field as { settings?: { pattern?: unknown } | null } | null)?.settings?.pattern;
  return typeof pattern === 'string' && pattern.length <= MAX_PATTERN_LENGTH ? pattern : null;
}

/** All fields of a document or template. The total size of their patterns is checked before any of them is compiled. */
export const FieldSpecs = z
  .preprocess((given, context) => {
    if (!Array.isArray(given) || given.length > MAX_FIELDS) return given;
    const seen = new Set<string>();
    let steps = 0;
    for (const [at, field] of given.entries()) {
      const pattern = givenPattern(field);
      if (pattern === null || seen.has(pattern)) continue;
      seen.add(pattern);
      steps += estimatePatternSteps(pattern);
      if (steps <= MAX_PATTERN_STEPS_PER_DOCUMENT || seen.size === 1) continue;
      context.addIssue({
        code: 'custom',
        path: [at, 'settings', 'pattern'],
        input: pattern,
        message: `Value error, the patterns up to this field expand to more than ${MAX_PATTERN_STEPS_PER_DOCUMENT} steps altogether: use fewer patterns or smaller repetitions`,
      });
      break;
    }
    return given;
  }, z.array(FieldSpec).max(MAX_FIELDS))
  .describe('At most 2,000 fields');

/** PrintedValue as JSON of the API. */
const PrintedValueOut = z
  .object({
    kind: z.enum(printedKinds).describe('`check` and `radio` draw a mark; `nothing` leaves the field empty'),
    text: z.string().optional().describe('The printed text; the letters of a typed signature'),
    mode: z.enum(inputModes).optional().describe('Signatures only: how the signature was made'),
    font: z.string().optional().describe('Typed signatures only: the handwriting font, if one was chosen'),
    sha256: z
      .string()
      .optional()
      .describe(
        'Drawn signatures: SHA-256 of the canonical JSON of the drawing. Uploaded ones: SHA-256 of the prepared image',
      ),
  })
  .meta({ id: 'PrintedValue' });

export const FieldOut = z
  .object({
    id: z.uuid(),
    envelope_id: z.string(),
    recipient_id: z.uuid().nullable(),
    type: z.enum(fieldTypes),
    page: z.int(),
    x: z.number(),
    y: z.number(),
    w: z.number(),
    h: z.number(),
    anchor: FieldAnchor.nullish().describe('The text that places the field, if it was given one'),
    required: z.boolean(),
    read_only: z.boolean(),
    settings: FieldSettings,
    name: z.string().nullish(),
    prefill_value: z.string().nullish(),
    value: z.string().nullish(),
    completed_at: NullableDateTime,
    printed: PrintedValueOut.nullish().describe(
      'What the sealed PDF shows in this field; null until the recipient has completed',
    ),
  })
  .meta({ id: 'FieldOut' });
export type FieldOut = z.infer<typeof FieldOut>;

const untilFound = 'Null until finalize has found the anchor';

/** A field of a document whose PDF may not be finalized yet. */
export const DocumentField = FieldOut.extend({
  page: z.int().nullable().describe(untilFound),
  x: z.number().nullable().describe(untilFound),
  y: z.number().nullable().describe(untilFound),
}).meta({ id: 'DocumentField' });
export type DocumentField = z.infer<typeof DocumentField>;
