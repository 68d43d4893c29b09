/**
 * Checks the values of fields. The server and the signing page use the same code. Pure and browser-safe
 * (docs/spec/interface.md, Field; docs/spec/decisions.md, section 9). Error types are Pydantic's names.
 */
import { regexes } from 'zod/v4/core';
import { isBlank } from './blank.ts';
import type { FieldSettings, FieldType, InputMode } from './field.ts';
import { longestPatternValue, matchesPattern } from './field-pattern.ts';
import type { SignatureInput } from './signing.ts';
import { directionFault } from './undrawn.ts';
import { MAX_STROKE_POINTS, MAX_VALUE_LENGTH } from './value-limits.ts';

/** Longest typed signature, in code points. */
export const MAX_SIGNATURE_TEXT_LENGTH = 200;
/** Largest uploaded signature image, in bytes. */
export const MAX_SIGNATURE_IMAGE_BYTES = 2 * 1024 * 1024;
/** RFC 5321, section 4.5.3.1.3: a path of 256 octets with its angle brackets. */
const MAX_EMAIL_LENGTH = 254;

export interface FieldRules {
  type: FieldType;
  required: boolean;
  settings: FieldSettings;
}

export type FieldValue = string | SignatureInput | null;

export interface FieldValueFault {
  ok: false;
  /** Pydantic's name of the error: `missing`, `string_too_long`, `enum`, … */
  type: string;
  /** English, for people who read the API's answer. The page makes its own text from `type` and `ctx`. */
  msg: string;
  ctx?: Record<string, unknown>;
}

export type FieldValueVerdict = { ok: true; value: FieldValue } | FieldValueFault;

/**
 * Accepts a value or names its first fault. Never throws for settings that the contract accepted. A text without visible
 * characters counts as no value (null). An accepted value is returned in the form that is stored: numbers, addresses and typed
 * signatures without outer white space, everything else unchanged. `pattern` must match the whole value (as HTML's attribute of
 * that name does), in RE2's linear-time engine; such values are bounded by field-pattern.ts. Lengths are code points.
 */
export function validateFieldValue(
  field: FieldRules,
  value: string | SignatureInput | null | undefined,
): FieldValueVerdict {
  if (value === null || value === undefined || (typeof value === 'string' && isBlank(value))) {
    return field.required ? fault('missing', 'Field required') : accept(null);
  }
  if (field.type === 'signature' || field.type === 'initials') {
    return typeof value === 'string'
      ? fault('model_type', 'Input should be an object with the member mode')
      : checkSignature(field, value);
  }
  return typeof value === 'string'
    ? checkText(field, value)
    : fault('string_type', 'Input should be a valid string');
}

/** The ways in which a signature or initials field may be filled in; all of them unless its settings say otherwise. */
export function allowedInputModes(settings: FieldSettings): readonly InputMode[] {
  return settings.input_modes?.length ? settings.input_modes : ['draw', 'type', 'upload'];
}

const accept = (value: FieldValue): FieldValueVerdict => ({ ok: true, value });

function fault(type: string, msg: string, ctx?: Record<string, unknown>): FieldValueFault {
  return ctx ? { ok: false, type, msg, ctx } : { ok: false, type, msg };
}

const valueError = (msg: string) => fault('value_error', `Value error, ${msg}`);

const codePoints = (text: string): number => [...text].length;

function checkText(field: FieldRules, given: string): FieldValueVerdict {
  const { type, settings } = field;
  const value = type === 'number' || type === 'email' ? given.trim() : given;
  const isChosen = type === 'checkbox' || type === 'radio' || type === 'dropdown';
  const maxLength = isChosen || type === 'date' ? null : settings.max_length;
  return (
    findTextFault(value, maxLength) ??
    (isChosen ? null : findDirectionFault(value)) ??
    findShapeFault(field, value) ??
    (isChosen ? null : findPatternFault(value, settings.pattern)) ??
    accept(value)
  );
}

/** Checks that the text can be stored and is not too long. */
function findTextFault(value: string, maxLength: number | null | undefined): FieldValueFault | null {
  if (value.includes('\u0000')) return valueError('must not contain NUL characters');
  if (!value.isWellFormed()) return valueError('must be well-formed Unicode');
  const limit = maxLength ?? MAX_VALUE_LENGTH;
  if (codePoints(value) <= limit) return null;
  return fault('string_too_long', `String should have at most ${limit} characters`, { max_length: limit });
}

function findDirectionFault(value: string): FieldValueFault | null {
  const why = directionFault(value);
  return why === null ? null : valueError(why);
}

function findPatternFault(value: string, pattern: string | null | undefined): FieldValueFault | null {
  if (!pattern) return null;
  const limit = longestPatternValue(pattern);
  if (codePoints(value) > limit)
    return fault(
      'string_too_long',
      `String should have at most ${limit} characters in a field with this pattern`,
      {
        max_length: limit,
      },
    );
  if (matchesPattern(pattern, value)) return null;
  return fault('string_pattern_mismatch', `String should match pattern '${pattern}'`, { pattern });
}

/** Checks the text by the rules of the field's type. */
function findShapeFault({ type, required, settings }: FieldRules, value: string): FieldValueFault | null {
  switch (type) {
    case 'checkbox':
      if (required && value === 'false') return notOneOf(['true']);
      return value === 'true' || value === 'false' ? null : notOneOf(['true', 'false']);
    case 'radio':
    case 'dropdown':
      return settings.options?.includes(value) ? null : notOneOf(settings.options ?? []);
    case 'date':
      return isCalendarDate(value)
        ? null
        : fault('date_parsing', 'Input should be a valid date in the format YYYY-MM-DD');
    case 'number':
      return findNumberFault(value, settings);
    case 'email':
      return value.length <= MAX_EMAIL_LENGTH && regexes.email.test(value)
        ? null
        : valueError('not a valid email address');
    default:
      return null;
  }
}

function notOneOf(options: readonly string[]): FieldValueFault {
  const quoted = options.map((option) => `'${option}'`);
  const expected =
    quoted.length > 1 ? `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}` : quoted.join('');
  return fault('enum', `Input should be ${expected}`, { expected });
}

/** Checks for a day of the proleptic Gregorian calendar, years 0001 to 9999 (ISO 8601-1, 4.3). */
function isCalendarDate(value: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return year >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** A decimal without exponent, such as 12, -0.5 or .75; a decimal comma is refused, because it could separate thousands. */
function findNumberFault(value: string, settings: FieldSettings): FieldValueFault | null {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(value)) {
    return fault('decimal_parsing', 'Input should be a valid decimal');
  }
  const number = Number(value);
  if (!Number.isFinite(number)) return fault('finite_number', 'Input should be a finite number');
  const { min_value: min, max_value: max } = settings;
  if (typeof min === 'number' && number < min) {
    return fault('greater_than_equal', `Input should be greater than or equal to ${min}`, { ge: min });
  }
  if (typeof max === 'number' && number > max) {
    return fault('less_than_equal', `Input should be less than or equal to ${max}`, { le: max });
  }
  return null;
}

function checkSignature({ required, settings }: FieldRules, input: SignatureInput): FieldValueVerdict {
  const modes = allowedInputModes(settings);
  if (!modes.includes(input.mode)) return notOneOf(modes);
  switch (input.mode) {
    case 'type': {
      const text = input.text.trim();
      if (isBlank(text)) return required ? fault('missing', 'Field required') : accept(null);
      const limit = Math.min(settings.max_length ?? MAX_SIGNATURE_TEXT_LENGTH, MAX_SIGNATURE_TEXT_LENGTH);
      return (
        findTextFault(text, limit) ??
        findDirectionFault(text) ??
        findPatternFault(text, settings.pattern) ??
        accept({ mode: 'type', text, ...(input.font && { font: input.font }) })
      );
    }
    case 'draw':
      return findDrawingFault(input) ?? accept(input);
    case 'upload':
      return findImageFault(input.image_base64) ?? accept(input);
  }
}

type Drawing = Extract<SignatureInput, { mode: 'draw' }>;

/** Every point lies on the drawing surface, so that no ink lands outside the field. */
function findDrawingFault({ width, height, strokes }: Drawing): FieldValueFault | null {
  if (!(width > 0 && height > 0 && Number.isFinite(width) && Number.isFinite(height))) {
    return valueError('width and height of a drawing must be positive');
  }
  if (strokes.length === 0 || strokes.some((stroke) => stroke.length === 0)) {
    return fault('too_short', 'List should have at least 1 item after validation, not 0', {
      field_type: 'List',
      min_length: 1,
      actual_length: 0,
    });
  }
  const points = strokes.reduce((sum, stroke) => sum + stroke.length, 0);
  if (points > MAX_STROKE_POINTS) {
    return fault('too_long', `A drawing should have at most ${MAX_STROKE_POINTS} points, not ${points}`, {
      field_type: 'List',
      max_length: MAX_STROKE_POINTS,
      actual_length: points,
    });
  }
  const within = (value: number | undefined, limit: number) =>
    value !== undefined && value >= 0 && value <= limit;
  const outside = strokes.some((stroke) => stroke.some(([x, y]) => !within(x, width) || !within(y, height)));
  return outside ? valueError('every point must lie within the width and height of the drawing') : null;
}

const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);

/** Base64 (RFC 4648, section 4) of a PNG or JPEG file, with or without the head of a data URL. The server checks the pixels later. */
function findImageFault(text: string): FieldValueFault | null {
  const body = text.replace(/^data:image\/(?:png|jpeg);base64,/, '');
  if (!isBase64(body)) return valueError('image_base64 is not base64');
  const padding = body.endsWith('==') ? 2 : body.endsWith('=') ? 1 : 0;
  if ((body.length / 4) * 3 - padding > MAX_SIGNATURE_IMAGE_BYTES) {
    return valueError('the image is larger than 2 MiB');
  }
  const head = atob(body.slice(0, 12));
  const isPng = head.startsWith('\x89PNG\r\n\x1a\n');
  const isJpeg = head.startsWith('\xff\xd8\xff');
  return isPng || isJpeg ? null : valueError('the image is neither PNG nor JPEG');
}
