/** What the application receives; built by build.ts for processes and by test/support/api.ts for tests. */

import type { Base } from '@countersign/core/ctx';
import type { Trace } from '@countersign/log/trace';
import type { Storage } from '@countersign/storage/storage';
import type { Guard } from '@countersign/webhooks/guard';
import type { BodySettings } from './body/limits.ts';

/** Addresses and switches of the edge, from the configuration. */
export interface EdgeSettings {
  /** Where the error reference is served. */
  docsUrl: string;
  /** Reverse proxies in front; they are trusted for the caller's address. */
  trustProxy: number;
  /** Shared secret of POST /internal/mail-events; null refuses every call. */
  mailEventsSecret: string | null;
  /** Requests a second with one signing link, sustained, of one process; and at once. */
  linkSustainedRps: number;
  linkBurstRps: number;
  /** Times and memory of request bodies, where they differ from the usual ones. */
  bodies?: Partial<BodySettings>;
  /** Networks besides private ones that may read /metrics, as addresses or in CIDR notation. */
  metricsNetworks: readonly string[];
  /** Folder of the built signing page (apps/web/dist). */
  webDist: string;
}

export interface AppDeps extends Base {
  storage: Storage;
  /** Certificates (DER) that verdicts on signed files trust, besides the seal certificates of this installation. */
  trustRoots: readonly Uint8Array[];
  /** Judges the addresses of webhooks. */
  guard: Guard;
  /** Aborts when the process begins to stop, for calls that wait. */
  stopping?: AbortSignal;
  edge: EdgeSettings;
  /** Absent: nothing is traced. */
  trace?: Trace;
}
