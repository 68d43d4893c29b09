/**
 * `npm run check:audit`: asks the registry for known vulnerabilities of installed packages. High and critical ones fail the check. If the
 * registry does not offer this service or cannot be reached, the check says so and passes.
 */
import { spawnSync } from 'node:child_process';

export interface Verdict {
  outcome: 'clean' | 'holes' | 'not asked';
  lines: string[];
}

interface Report {
  error?: { code?: string; summary?: string };
  message?: string;
  vulnerabilities?: Record<string, { name: string; severity: string; range: string; fixAvailable: unknown }>;
  metadata?: { vulnerabilities: Record<string, number>; dependencies?: { total?: number } };
}

const severe = ['high', 'critical'];

/** Judges what `npm audit --json` printed. */
export function judgeAudit(printed: string): Verdict {
  let report: Report;
  try {
    report = JSON.parse(printed) as Report;
  } catch {
    return { outcome: 'not asked', lines: ['the answer was none of an audit'] };
  }
  if (!report.vulnerabilities || !report.metadata)
    return {
      outcome: 'not asked',
      lines: [
        report.error?.summary || report.message || report.error?.code || 'the registry refused the question',
      ],
    };
  const holes = Object.values(report.vulnerabilities);
  const lines = holes.map(({ name, severity, range }) => `${severity.padEnd(9)} ${name} ${range}`);
  return { outcome: holes.some(({ severity }) => severe.includes(severity)) ? 'holes' : 'clean', lines };
}

if (process.argv[1] === import.meta.filename) {
  const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  const { outcome, lines } = judgeAudit(stdout);
  for (const line of lines) console.log(`  ${line}`);
  if (outcome === 'clean') console.log('npm audit: no hole of severity high or critical is known.');
  if (outcome === 'holes') console.log('npm audit: known holes of severity high or critical. npm audit fix');
  if (outcome === 'not asked') {
    const reason = /audit (\d{3} .*?) - /.exec(stderr)?.[1];
    console.log(
      `npm audit: COULD NOT ASK the registry${reason ? ` (${reason})` : ''}: nothing is known either way.`,
    );
  }
  process.exit(outcome === 'holes' ? 1 : 0);
}
