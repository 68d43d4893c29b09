/** The caller's own id and data, as responses show them. */
import type { Metadata } from '@countersign/contract/own-data';
import { metadataOf } from '@countersign/core/own-data';

/** The members `external_id` and `metadata`. */
export function presentOwnData(row: { externalId: string | null; metadata: unknown }): {
  external_id: string | null;
  metadata: Metadata;
} {
  return { external_id: row.externalId, metadata: metadataOf(row) };
}
