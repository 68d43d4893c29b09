/** An error message in one line. For Prisma errors it is the message of PostgreSQL. */
export function errorLine(text: string): string {
  const lines = text.trim().split(/\s*\n\s*/);
  if (!/^Invalid `.*` invocation/.test(lines[0]!)) return lines.join(' ');
  const reason = lines.at(-1)!;
  return /^Raw query failed\. Code: `.*`\. Message: `(.*)`$/.exec(reason)?.[1] ?? reason;
}
