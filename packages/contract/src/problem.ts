/** Error shapes (docs/spec/interface.md, Errors; RFC 9457). */
import * as z from 'zod';

export const ValidationError = z
  .object({
    loc: z.array(z.union([z.string(), z.int()])),
    msg: z.string(),
    type: z.string(),
    input: z.unknown().optional(),
    ctx: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'ValidationError' });
export type ValidationError = z.infer<typeof ValidationError>;

export const Problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    instance: z.string(),
    docs_url: z.string(),
    detail: z.string().optional(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;

export const HTTPValidationError = Problem.extend({ detail: z.array(ValidationError) }).meta({
  id: 'HTTPValidationError',
});
