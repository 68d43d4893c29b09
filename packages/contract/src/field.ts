/** FieldSpec, FieldSettings and FieldOut (interface.md, Field; decisions.md, sections 3 and 9). */
import { RE2JS } from 're2js';
import * as z from 'zod';
import { boundedText, NullableDateTime } from './common.ts';
import { MAX_VALUE_LENGTH } from './field-value.ts';

export const fieldTypes = [
  'signature',
  'initials',
  'name',
  'email',
  'date',
  'text',
  'number',
  'checkbox',
  'radio',
  'dropdown',
] as const;
export type FieldType = (typeof fieldTypes)[number];
export const inputModes = ['draw', 'type', 'upload'] as const;
export type InputMode = (typeof inputModes)[number];

/** Fields of one document; keeps every list bounded. */
export const MAX_FIELDS = 2000;

/** True when the pattern compiles in the linear-time engine that will run it. */
export function isLinearTimePattern(pattern: string): boolean {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
}

export const FieldSettings = z
  .strictObject({
    input_modes: z.array(z.enum(inputModes)).min(1).max(3).nullish(),
    max_length: z.int().min(1).max(MAX_VALUE_LENGTH).nullish(),
    min_value: z.number().nullish(),
    max_value: z.number().nullish(),
    options: z.array(boundedText(1, 500)).max(500).nullish(),
    pattern: z
      .string()
      .max(1000)
      .refine(isLinearTimePattern, { error: 'Value error, pattern does not compile in a linear-time engine' })
      .nullish(),
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

/** How far over the page's edge a rectangle may reach by rounding. */
const edgeTolerance = 1e-6;

export const FieldSpec = z
  .object({
    type: z.enum(fieldTypes),
    page: z.int().min(1).max(1_000_000),
    x: z.number().min(0).max(1),
    y: z.number().min(0).max(1),
    w: z.number().gt(0).max(1),
    h: z.number().gt(0).max(1),
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
    if (field.x + field.w > 1 + edgeTolerance) {
      context.addIssue({
        code: 'custom',
        path: ['w'],
        input: field.w,
        message: 'Value error, x + w must not exceed 1',
      });
    }
    if (field.y + field.h > 1 + edgeTolerance) {
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

export const FieldSpecs = z.array(FieldSpec).max(MAX_FIELDS);

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
    required: z.boolean(),
    read_only: z.boolean(),
    settings: FieldSettings,
    name: z.string().nullish(),
    prefill_value: z.string().nullish(),
    value: z.string().nullish(),
    completed_at: NullableDateTime,
  })
  .meta({ id: 'FieldOut' });
export type FieldOut = z.infer<typeof FieldOut>;
