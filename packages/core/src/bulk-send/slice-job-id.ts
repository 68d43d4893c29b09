import { createHash } from 'node:crypto';

/** The id of the job for a slice, in the form of a UUID version 8 (RFC 9562, section 5.8): equal names give equal ids. */
export function sliceJobId(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
