/** The settings as .env.example and the README list them, generated from the schema. env.test.ts checks that both are up to date. */
import { envSchema } from './env.ts';

/** For every setting, a comment with its description and a commented-out assignment of its default. */
export function envExample(): string {
  const parts = settings().map(
    ({ name, fallback, description }) => `# ${description}\n#${name}=${fallback}\n`,
  );
  return `# Every setting of Countersign with its default. Settings are environment variables, and no process reads this file:\n# docs/OPERATIONS.md, Start, says how to set them.\n\n${parts.join('\n')}`;
}

/** The table of the README. */
export function settingsTable(): string {
  const rows = settings().map(
    ({ name, fallback, description }) =>
      `| \`${name}\` | ${fallback && `\`${fallback}\``} | ${description} |`,
  );
  return ['| setting | default | purpose |', '|---|---|---|', ...rows].join('\n');
}

function settings(): Array<{ name: string; fallback: string; description: string }> {
  return Object.entries(envSchema.shape).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined);
    const shown = fallback.success ? textOf(name, fallback.data) : '';
    return { name, fallback: shown, description: schema.description ?? '' };
  });
}

const durationNames = new Set([
  'CONVERTER_TIMEOUT',
  'UPLOAD_URL_TTL',
  'DRAFT_TTL',
  'ROTATION_GRACE',
  'OIDC_SESSION_TTL',
  'WEBHOOK_RETENTION',
]);

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
