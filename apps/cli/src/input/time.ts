/** Points in time as written on the command line. */
import { UsageError } from '../exit-status.ts';

const unitMs: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/**
 * Parses `2026-12-31` (start or end of the day, local time), `2026-12-31T12:00:00Z`, or a distance from now in the future or past
 * such as `14d`, `36h` or `2w`. Returns ISO 8601 in UTC. Throws UsageError.
 */
export function readTime(
  text: string,
  toward: 'future' | 'past',
  now: () => Date = () => new Date(),
): string {
  const span = /^(\d{1,5})([hdw])$/.exec(text);
  if (span) {
    const ms = Number(span[1]) * unitMs[span[2]!]!;
    return new Date(now().getTime() + (toward === 'future' ? ms : -ms)).toISOString();
  }
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const at = new Date(day ? `${text}T${toward === 'future' ? '23:59:59' : '00:00:00'}` : text);
  if (Number.isNaN(at.getTime()) || (day && at.getDate() !== Number(text.slice(8))) || !/^\d{4}-/.test(text))
    throw new UsageError(
      `"${text}" is not a time; write 2026-12-31, 2026-12-31T12:00:00Z, or 14d for fourteen days.`,
    );
  return at.toISOString();
}
