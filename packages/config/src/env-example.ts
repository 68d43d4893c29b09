/** The text of .env.example, made from the schema, so that the two cannot differ (env.test.ts holds them equal). */
import { envSchema } from './env.ts';

/** One commented line of explanation and one of assignment for every setting. */
export function envExample(): string {
  const parts = Object.entries(envSchema.shape).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined);
    const shown = fallback.success ? textOf(name, fallback.data) : '';
    return `# ${schema.description}\n#${name}=${shown}\n`;
  });
  return `# Every setting of Countersign with its default. Remove the # to change one.\n\n${parts.join('\n')}`;
}

const durationNames = new Set(['UPLOAD_URL_TTL', 'DRAFT_TTL', 'ROTATION_GRACE', 'WEBHOOK_RETENTION']);

function textOf(name: string, value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.join(',');
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([key, count]) => `${key}=${count}`)
      .join(',');
  }
  return durationNames.has(name) ? `${value}s` : String(value);
}
