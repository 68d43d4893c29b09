/**
 * `npm run check:audit`: looks up known vulnerabilities of installed packages in the registry. High and critical ones fail the check. If
 * the registry does not offer this service or cannot be reached, the check prints that and passes.
 */
import { spawnSync } from 'node:child_process';

export interface Verdict {
  outcome: 'clean' | 'vulnerable' | 'unknown';
  lines: string[];
}

interface Report {
  error?: { code?: string; summary?: string };
  message?: string;
  vulnerabilities?: Record<string, { name: string; severity: string; range: string; fixAvailable: unknown }>;
  metadata?: { vulnerabilities: Record<string, number>; dependencies?: { total?: number } };
}

const severe = ['high', 'critical'];

/** Evaluates the output of `npm audit --json`. */
export function readAudit(printed: string): Verdict {
  let report: Report;
  try {
    report = JSON.parse(printed) as Report;
  } catch {
    return { outcome: 'unknown', lines: ['the output is not an audit report'] };
  }
  if (!report.vulnerabilities || !report.metadata)
    return {
      outcome: 'unknown',
      lines: [
        report.error?.summary || report.message || report.error?.code || 'the registry refused the request',
      ],
    };
  const found = Object.values(report.vulnerabilities);
  const lines = found.map(({ name, severity, range }) => `${severity.padEnd(9)} ${name} ${range}`);
  const isVulnerable = found.some(({ severity }) => severe.includes(severity));
  return { outcome: isVulnerable ? 'vulnerable' : 'clean', lines };
}

if (process.argv[1] === import.meta.filename) {
  const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { outcome, lines } = readAudit(stdout);
  for (const line of lines) console.log(`  ${line}`);
  if (outcome === 'clean') console.log('npm audit: no vulnerability of severity high or critical is known.');
  if (outcome === 'vulnerable')
    console.log('npm audit: vulnerabilities of severity high or critical are known. Run npm audit fix.');
  if (outcome === 'unknown') {
    const reason = /audit (\d{3} .*?) - /.exec(stderr)?.[1];
    console.log(
      `npm audit: NO ANSWER from the registry${reason ? ` (${reason})` : ''}. Whether there are vulnerabilities is unknown.`,
    );
  }
  process.exit(outcome === 'vulnerable' ? 1 : 0);
}
