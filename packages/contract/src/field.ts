/** FieldSpec, FieldSettings and FieldOut (docs/spec/interface.md, Field; docs/spec/decisions.md, sections 3 and 9). */
import * as z from 'zod';
import { boundedText, NullableDateTime, nonBlankText } from './common.ts';
import {
  conditionSizeFault,
  countComparisons,
  MAX_COMPARISONS,
  MAX_COMPARISONS_PER_DOCUMENT,
  MAX_CONDITION_DEPTH,
  MAX_CONDITION_VALUE_LENGTH,
} from './condition-faults.ts';
import { fieldTypes } from './enumerations.ts';
import type { FieldCondition as Condition } from './field-condition.ts';
import { estimatePatternSteps, MAX_PATTERN_STEPS_PER_DOCUMENT, patternFault } from './field-pattern.ts';
import { printedKinds } from './printed-value.ts';
import { directionFault } from './undrawn.ts';
import { MAX_VALUE_LENGTH } from './value-limits.ts';

export { fieldTypes };
export type FieldType = (typeof fieldTypes)[number];
/** When a value is printed on a white background: where the page is dark, never, or always. */
export const backgrounds = ['auto', 'none', 'white'] as const;
export type Background = (typeof backgrounds)[number];
export const inputModes = ['draw', 'type', 'upload'] as const;
export type InputMode = (typeof inputModes)[number];

/** Fields of one document; keeps every list bounded. */
export const MAX_FIELDS = 2000;

/** Longest pattern, in UTF-16 code units. */
const MAX_PATTERN_LENGTH = 1000;

/** A text that is shown in the document: nothing in it turns the direction of other characters. */
const shownText = (min: number, max: number) =>
  boundedText(min, max).superRefine((text, context) => {
    const fault = directionFault(text);
    if (fault) context.addIssue({ code: 'custom', input: text, message: `Value error, ${fault}` });
  });

export const FieldSettings = z
  .strictObject({
    input_modes: z.array(z.enum(inputModes)).min(1).max(3).nullish(),
    max_length: z.int().min(1).max(MAX_VALUE_LENGTH).nullish(),
    min_value: z.number().nullish(),
    max_value: z.number().nullish(),
    options: z.array(shownText(1, 500)).max(500).nullish(),
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

/** The highest number of an occurrence of an anchor's text. */
const MAX_OCCURRENCE = 1000;

export const FieldAnchor = z
  .object({
    text: nonBlankText(200).describe(
      'A text on the page. White space between its characters is ignored; upper and lower case differ. 1 to 200 characters, at least one of them visible',
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

/** The name of a field (docs/spec/interface.md, Field). */
const FieldName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z][A-Za-z0-9_.-]*$/);

const comparisons = ['equals', 'not_equals', 'in', 'filled'] as const;
const ConditionValue = nonBlankText(MAX_CONDITION_VALUE_LENGTH);

export const FieldCondition: z.ZodType<Condition, Condition> = z
  .strictObject({
    field: FieldName.optional().describe(
      'The name of a field of the same recipient, or of one with a lower signing_order; no other field of the document has the name',
    ),
    equals: ConditionValue.optional().describe('A checkbox is `"true"` or `"false"`'),
    not_equals: ConditionValue.optional().describe('Also true of an empty or hidden field'),
    in: z.array(ConditionValue).min(1).max(MAX_COMPARISONS).optional().describe('Equals one of these'),
    filled: z
      .boolean()
      .optional()
      .describe('`true`: has a value; a checkbox is ticked. `false`: is empty or hidden'),
    get all() {
      return z.array(FieldCondition).min(1).max(MAX_COMPARISONS).optional().describe('All of these hold');
    },
    get any() {
      return z
        .array(FieldCondition)
        .min(1)
        .max(MAX_COMPARISONS)
        .optional()
        .describe('At least one of these holds');
    },
  })
  .superRefine((condition, context) => {
    const forms = (['field', 'all', 'any'] as const).filter((form) => condition[form] !== undefined);
    const used = comparisons.filter((one) => condition[one] !== undefined);
    const isOneForm = forms.length === 1 && used.length === (forms[0] === 'field' ? 1 : 0);
    if (isOneForm) return;
    context.addIssue({
      code: 'custom',
      input: condition,
      message:
        'Value error, a condition is {field, and one of equals, not_equals, in or filled}, or {all: […]}, or {any: […]}',
    });
  })
  .describe(
    `\`field\` with exactly one of \`equals\`, \`not_equals\`, \`in\` and \`filled\`, or \`all\`, or \`any\`. Nested at most ${MAX_CONDITION_DEPTH} deep, with at most ${MAX_COMPARISONS} values`,
  )
  .meta({ id: 'FieldCondition' });

/** The conditions of a field, in requests and responses. */
const conditions = {
  visible_if: FieldCondition.nullish().describe(
    'The field is visible only while this holds. A hidden field is not asked for, has no value and is not drawn',
  ),
  required_if: FieldCondition.nullish().describe(
    'The field is required only while this holds. Takes the place of `required`',
  ),
};

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
    name: FieldName.nullish(),
    required: z.boolean().default(true),
    read_only: z.boolean().default(false),
    prefill_value: shownText(0, MAX_VALUE_LENGTH)
      .nullish()
      .describe(
        'In a read-only field it must fit the type and the settings. Read-only signatures and initials cannot have one',
      ),
    settings: FieldSettings.default({}),
    ...conditions,
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
    for (const member of ['visible_if', 'required_if'] as const) {
      const condition = field[member];
      const fault = condition && conditionSizeFault(condition);
      if (fault)
        context.addIssue({
          code: 'custom',
          path: [member],
          input: condition,
          message: `Value error, ${fault}`,
        });
    }
    if (field.read_only && field.required_if)
      context.addIssue({
        code: 'custom',
        path: ['required_if'],
        input: field.required_if,
        message:
          'Value error, a read-only field cannot be required under a condition, because nobody can fill it in',
      });
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
  .superRefine((fields, context) => {
    let count = 0;
    for (const [at, { visible_if, required_if }] of fields.entries()) {
      count += countComparisons(visible_if) + countComparisons(required_if);
      if (count <= MAX_COMPARISONS_PER_DOCUMENT) continue;
      context.addIssue({
        code: 'custom',
        path: [at, visible_if ? 'visible_if' : 'required_if'],
        input: visible_if ?? required_if,
        message: `Value error, the conditions up to this field compare with more than ${MAX_COMPARISONS_PER_DOCUMENT} values altogether: use fewer or shorter conditions`,
      });
      break;
    }
  })
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
    ...conditions,
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
