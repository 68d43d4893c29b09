/** Removes from log lines what must not be stored: keys, link tokens, email addresses, passwords in URLs. Pure. */

const hidden = '[hidden]';

/** Members whose values are never logged. */
const secretName =
  /^(authorization|cookie|set-cookie|password|passphrase|secret|secret_?key|token|api_?key|key|code|body)$/i;

const patterns: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bcs_(live|test)_[0-9A-Za-z]{8,}/g, `cs_$1_${hidden}`],
  [/\bwhsec_[0-9A-Za-z+/=_-]+/g, `whsec_${hidden}`],
  // Links that are credentials: for recipients and visitors, for sign-in and invitations, for uploads, sign-ons and a bucket.
  [
    /(\/(?:sign|signing|report|embed(?:\/prepare)?|d|direct-links|sign-in|invitation|by-token)\/)[^/\s"'?#]+/g,
    `$1${hidden}`,
  ],
  [/([?&](?:token|code|state)=)[^&\s"'#]+/g, `$1${hidden}`],
  [/([?&]X-Amz-(?:Signature|Security-Token|Credential)=)[^&\s"'#]+/gi, `$1${hidden}`],
  [/\b(Bearer|Basic)\s+[0-9A-Za-z._~+/=-]+/gi, `$1 ${hidden}`],
  [/(:\/\/[^:/?#@\s]*):[^@/?#\s]*@/g, `$1:${hidden}@`],
  [/[^\s<>()[\]"',;:=@/]+@[^\s<>()[\]"',;:@/]+\.[^\s<>()[\]"',;:@/]+/g, '[address]'],
];

/** The text without keys, tokens of links, credentials in URLs and email addresses. */
export function scrubText(text: string): string {
  return patterns.reduce((scrubbed, [pattern, replacement]) => scrubbed.replace(pattern, replacement), text);
}

const maxDepth = 6;

/** A copy in which every string is scrubbed and members with names of secrets are hidden; errors become message and stack. */
export function scrub(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrubText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (depth >= maxDepth) return '[deep]';
  if (value instanceof Error) return scrubError(value, depth);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => scrub(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      secretName.test(name) && item !== undefined ? hidden : scrub(item, depth + 1),
    ]),
  );
}

function scrubError(error: Error, depth: number): Record<string, unknown> {
  return {
    name: error.name,
    message: scrubText(error.message),
    ...('code' in error && { code_name: String(error.code) }),
    ...(error.stack && { stack: scrubText(error.stack) }),
    ...(error.cause !== undefined && { cause: scrub(error.cause, depth + 1) }),
  };
}
