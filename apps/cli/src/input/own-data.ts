/** Options for the caller's own id and data: `--external-id`, `--unique-external-id` and `--metadata key=value`. */
import { UsageError } from '../exit-status.ts';

export const externalIdText = 'your own id for it, at most 255 characters';
export const uniqueText = 'fail if another one already has this external id';
export const metadataText = 'your own data; repeatable, at most 50 keys';

export interface OwnDataOptions {
  externalId?: string | undefined;
  uniqueExternalId?: true | undefined;
  metadata?: Array<[string, string]> | undefined;
}

/** Reads `key=value`. Throws UsageError without a key or an equals sign. */
export function readPair(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError('Write key=value.');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The members of a request. Options that were not given are absent. */
export function ownDataMembers(options: OwnDataOptions): {
  external_id?: string;
  unique_external_id?: boolean;
  metadata?: Record<string, string>;
} {
  return {
    ...(options.externalId !== undefined && { external_id: options.externalId }),
    ...(options.uniqueExternalId && { unique_external_id: true }),
    ...(options.metadata && { metadata: Object.fromEntries(options.metadata) }),
  };
}

/** Metadata on one line, or null without any. */
export function metadataLine(metadata: Record<string, string> | undefined): string | null {
  const entries = Object.entries(metadata ?? {});
  return entries.length === 0 ? null : entries.map(([key, value]) => `${key}=${value}`).join(', ');
}
