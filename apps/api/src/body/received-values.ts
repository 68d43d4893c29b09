/** The values of a completion, as signing checks them: faults of their shape are kept, to be reported with those of all other values. */
import {
  completionOf,
  type MalformedValue,
  SignatureInput,
  TextValue,
  type ValueFault,
} from '@countersign/contract/signing';
import * as z from 'zod';
import { toValidationIssues } from '../middleware/validation-issues.ts';

const ReceivedValue = z.unknown().transform((value): string | SignatureInput | null | MalformedValue => {
  if (value === null) return null;
  const text = TextValue.safeParse(value);
  if (text.success) return text.data;
  const signature = SignatureInput.safeParse(value);
  if (signature.success) return signature.data;
  return {
    mode: 'malformed',
    asText: firstFault(TextValue, text.error, value),
    asSignature: firstFault(SignatureInput, signature.error, value),
  };
});

/** The location of an error ends with the field, so the message names the member of the value. */
function firstFault(schema: z.ZodType, { issues }: z.ZodError, value: unknown): ValueFault {
  const { loc, msg, ...rest } = toValidationIssues(schema, issues.slice(0, 1), value, 'body')[0]!;
  const member = loc.slice(1).join('.');
  return { ...rest, msg: member ? `${member}: ${msg}` : msg };
}

export const ReceivedCompletion = completionOf(ReceivedValue);
