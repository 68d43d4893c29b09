/** The caller's own id and data on documents, templates, bulk sends and rows: `external_id` and `metadata`. */
import * as z from 'zod';
import { boundedText, nonBlankText, withoutPrototypeKey } from './common.ts';

export const MAX_METADATA_KEYS = 50;
export const MAX_METADATA_KEY_LENGTH = 40;
export const MAX_METADATA_VALUE_LENGTH = 500;
export const MAX_EXTERNAL_ID_LENGTH = 255;

const hasControl = (text: string) => /\p{Cc}/u.test(text);

export const ExternalId = nonBlankText(MAX_EXTERNAL_ID_LENGTH)
  .refine((text) => !hasControl(text), { error: 'Value error, must not contain control characters' })
  .describe('The id of this in your own system: 1 to 255 characters, without control characters');

const badKey = `Value error, a key must have 1 to ${MAX_METADATA_KEY_LENGTH} characters without control characters`;

/** Whether the text can be a key of metadata. Objects cannot hold `__proto__` as an ordinary member. */
export function isMetadataKey(key: string): boolean {
  const length = [...key].length;
  return length >= 1 && length <= MAX_METADATA_KEY_LENGTH && !hasControl(key) && key !== '__proto__';
}

/** A record with at most `maxKeys` keys, which must be metadata keys. */
function metadataOf<Value extends z.ZodType>(value: Value, maxKeys: number) {
  const record = z
    .record(z.string(), value)
    .meta({
      maxProperties: maxKeys,
      propertyNames: { type: 'string', minLength: 1, maxLength: MAX_METADATA_KEY_LENGTH },
    })
    .superRefine((metadata, context) => {
      const keys = Object.keys(metadata);
      if (keys.length > maxKeys)
        context.addIssue({
          code: 'custom',
          input: metadata,
          message: `Value error, at most ${maxKeys} keys`,
        });
      for (const key of keys.slice(0, maxKeys))
        if (!isMetadataKey(key))
          context.addIssue({ code: 'custom', path: [key], input: metadata[key], message: badKey });
    });
  return withoutPrototypeKey(record, badKey);
}

export const MetadataValue = boundedText(0, MAX_METADATA_VALUE_LENGTH);
const limits = `at most ${MAX_METADATA_KEYS} keys of up to ${MAX_METADATA_KEY_LENGTH} characters, values of up to ${MAX_METADATA_VALUE_LENGTH} characters`;

export const Metadata = metadataOf(MetadataValue, MAX_METADATA_KEYS).describe(`Your own data: ${limits}`);
export type Metadata = Record<string, string>;

/** One change can remove every key and add as many new ones. */
const maxPatchKeys = 2 * MAX_METADATA_KEYS;
export const MetadataPatch = metadataOf(MetadataValue.nullable(), maxPatchKeys).describe(
  `Merged by key: a text sets the key, null removes it, absent keys stay. Null in place of the object removes all keys. Afterwards ${limits}`,
);
export type MetadataPatch = Record<string, string | null>;

/** The members of a request that creates something. */
export const ownDataIn = {
  external_id: ExternalId.nullish(),
  metadata: Metadata.nullish(),
  unique_external_id: z
    .boolean()
    .optional()
    .describe(
      'If true, the request fails with `external-id-taken` when something of the same kind, workspace and mode already has this `external_id`',
    ),
};
/** The same for a request that changes something. */
export const ownDataPatch = { ...ownDataIn, metadata: MetadataPatch.nullish() };

/** The members of responses. */
export const ownDataOut = {
  external_id: z.string().nullable().default(null).describe('Your own id for it'),
  metadata: z.record(z.string(), z.string()).default({}).describe('Your own data'),
};

/** The filter of lists. */
export const externalIdFilter = z
  .string()
  .max(MAX_EXTERNAL_ID_LENGTH * 2)
  .optional()
  .describe('Only items with exactly this `external_id`');
