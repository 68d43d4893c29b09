/** The dependencies of the application. build.ts builds them for processes, test/support/api.ts for tests. */

import type { Base } from '@countersign/core/ctx';
import type { FileConverter } from '@countersign/core/document/file-converter';
import type { FairQueue } from '@countersign/core/fair-queue';
import type { SignaturePorts } from '@countersign/core/recipient-signature/pending';
import type { RequestLog } from '@countersign/core/request-log/writer';
import type { IdentityProvider } from '@countersign/core/single-sign-on/provider';
import type { Trace } from '@countersign/log/trace';
import type { Storage } from '@countersign/storage/storage';
import type { Guard } from '@countersign/webhooks/guard';
import type { BodySettings } from './body/limits.ts';

/** Settings of the HTTP edge, from the configuration. */
export interface EdgeSettings {
  /** Base URL of the error reference. */
  docsUrl: string;
  /** Number of reverse proxies in front that are trusted to report the caller's address. */
  trustProxy: number;
  /** Shared secret of POST /internal/mail-events. Null refuses every call. */
  mailEventsSecret: string | null;
  /** Rate limit of one signing link in one process: sustained requests a second, and burst. */
  linkSustainedRps: number;
  linkBurstRps: number;
  /** For how long a refused workspace is refused again without asking the database, at most, in milliseconds. */
  refusalMemoryMs: number;
  /** Settings of request bodies that differ from usualBodySettings. */
  bodies?: Partial<BodySettings>;
  /** Networks that may read /metrics in addition to private ones, as addresses or in CIDR notation. */
  metricsNetworks: readonly string[];
  /** Folder of the built pages (apps/web/dist). */
  webDist: string;
}

export interface AppDeps extends Base, SignaturePorts {
  storage: Storage;
  /** Turns DOCX into PDF; null without CONVERTER_URL. */
  converter: FileConverter | null;
  /** For single sign-on; null without OIDC_ISSUER. */
  identityProvider: IdentityProvider | null;
  /** Slots for downloads; see createDownloadQueue. */
  downloads: FairQueue;
  /** Certificates (DER) that verification trusts in addition to the seal certificates of this installation. */
  trustRoots: readonly Uint8Array[];
  /** Checks the addresses of webhooks. */
  guard: Guard;
  /** Aborts when the process begins to stop, so that waiting requests end. */
  stopping?: AbortSignal;
  edge: EdgeSettings;
  /** Without it no requests are recorded. */
  requestLog?: RequestLog;
  /** Without it nothing is traced. */
  trace?: Trace;
}
