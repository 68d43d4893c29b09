/** Loads the seal keys (docs/spec/decisions.md, section 8). A new key file takes effect without a restart. */
import { createHash, X509Certificate } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '@countersign/log/port';
import { makeDevelopmentCertificate } from '@countersign/pdf/development/certificate';
import { readCertificate } from '@countersign/pdf/pki/certificate';
import { faultsOfSealCertificate } from '@countersign/pdf/pki/seal-certificate';
import { SealError } from '@countersign/pdf/ports/errors';
import type { SealSigner } from '@countersign/pdf/ports/seal';
import { filesOf, openSealKey, type SealKeySource } from '@countersign/seal-keys/open';
import { parseSealKey } from '@countersign/seal-keys/reference';
import { createFileOnce } from '../create-file-once.ts';
import { defaultGateLimits, type GateLimits, KeyGate } from './key-gate.ts';
import { sourceOfWorkspaceKey, type WorkspaceKey } from './workspace-key-source.ts';

export interface SealKey {
  signer: SealSigner;
  /** Distinguished name and SHA-256 fingerprint of the certificate, as the certificate of completion prints them. */
  subject: string;
  fingerprint: string;
  /** The end of the certificate's validity. */
  until: Date;
  /** True if the certificate names a source of revocation data, so that seals can be B-LT. */
  namesRevocation: boolean;
}

export interface SealKeys {
  /**
   * The key for live documents of a workspace, which may have its own (null: it has none). For test documents see test-key.ts. Throws a
   * SealError that names the setting if no usable key is or was loaded. Another key never takes the place of a workspace's own.
   */
  keyFor(own?: WorkspaceKey | null): Promise<SealKey>;
  /**
   * The earliest end of a certificate among the keys for live documents that this process has used: those of workspaces only if they were
   * used in the last day. Null if it has used none.
   */
  earliestExpiry(): Date | null;
}

export interface SealKeySources {
  /** SEAL_KEY; if absent, a self-signed key in `dataDir`. */
  key?: string | undefined;
  /** SEAL_CERTIFICATE. */
  certificateFile?: string | undefined;
  /** SEAL_KEY_SECRET. */
  secret?: string | undefined;
  /** SEAL_KEY_PLACES. */
  places?: readonly string[];
  dataDir: string;
  log: Log;
  /** How long a workspace's own key may keep a job waiting. After `restMs`, changed files that could not be used are tried again. */
  gateLimits?: GateLimits;
  /** Milliseconds that only grow. */
  clock?: () => number;
  /** Keys of workspaces that stay open, 500 by default. Others are opened again when they are needed. */
  maxWorkspaceKeys?: number;
}

const dayMs = 86_400_000;
const expirySoonMs = 30 * dayMs;
const defaultWorkspaceKeys = 500;

/**
 * The key that SEAL_KEY names, or without one a self-signed development certificate, created once; and the keys of workspaces. A key is
 * opened again when one of its files changes. While the new files are unusable, the previous key stays in use, the log says so once per
 * state of the files, and they are tried again after a rest: the cause may have been a key service that did not answer. A workspace's key
 * that fails or hangs is tried again after a pause, so that jobs do not wait for it.
 */
export function createSealKeys(sources: SealKeySources): SealKeys {
  const { maxWorkspaceKeys = defaultWorkspaceKeys } = sources;
  const development = developmentKey(sources);
  let configured: ReloadingKey | null = null;
  /** By workspace id, the least recently used first. */
  const own = new Map<string, OwnKey>();

  const ownKeyFor = (row: WorkspaceKey): OwnKey => {
    const { workspaceId, workspaceSlug = workspaceId } = row;
    const setting = `the seal key of workspace ${workspaceSlug}`;
    const identity = JSON.stringify([row.key, row.certificates]);
    let found = own.get(workspaceId);
    own.delete(workspaceId);
    if (found?.identity !== identity) {
      found?.key.close();
      const source = named(setting, () => sourceOfWorkspaceKey(row, sources));
      const gates = {
        open: new KeyGate(setting, sources.gateLimits),
        sign: new KeyGate(setting, sources.gateLimits),
      };
      const guard = (signer: SealSigner): SealSigner => ({
        ...signer,
        sign: (data) => gates.sign.run(() => signer.sign(data)),
      });
      const key = new ReloadingKey(`workspace ${workspaceId}`, setting, source, sources, guard);
      found = { identity, key, gates, usedAt: 0 };
    }
    found.usedAt = Date.now();
    own.set(workspaceId, found);
    for (const [oldest, { key }] of own) {
      if (own.size <= maxWorkspaceKeys) break;
      own.delete(oldest);
      key.close();
    }
    return found;
  };

  return {
    keyFor: async (row = null) => {
      if (row) {
        const { key, gates } = ownKeyFor(row);
        gates.sign.check();
        return gates.open.run(() => key.get());
      }
      if (sources.key === undefined) return development.get();
      const source = {
        reference: named('SEAL_KEY', () => parseSealKey(sources.key!)),
        certificates: sources.certificateFile === undefined ? null : { file: sources.certificateFile },
        secret: sources.secret ?? null,
      };
      configured ??= new ReloadingKey('live', 'SEAL_KEY', source, sources);
      return configured.get();
    },
    earliestExpiry: () => {
      // The key of a workspace that was not used for a day may have been removed.
      const used = [...own.values()].filter(({ usedAt }) => usedAt > Date.now() - dayMs);
      const ends = [development.key, configured, ...used.map(({ key }) => key)].flatMap(
        (key) => key?.current?.until.getTime() ?? [],
      );
      return ends.length === 0 ? null : new Date(Math.min(...ends));
    },
  };
}

interface OwnKey {
  /** Changes with the row. */
  identity: string;
  key: ReloadingKey;
  gates: { open: KeyGate; sign: KeyGate };
  usedAt: number;
}

interface State {
  key: SealKey | null;
  /** State of the files when they were last read, whether usable or not. */
  stamp: string;
  pending: Promise<SealKey>;
  /** When to open the key again although the files are the same, because the previous one is in use; else null. */
  retryAt: number | null;
}

/** A key that is opened at first use, again when one of its files changes, and again after a rest if the changed files could not be used. */
class ReloadingKey {
  readonly #name: string;
  readonly #setting: string;
  readonly #source: SealKeySource;
  readonly #log: Log;
  readonly #restMs: number;
  readonly #clock: () => number;
  readonly #guard: (signer: SealSigner) => SealSigner;
  #state: State | null = null;
  #retry: Promise<void> | null = null;
  #isClosed = false;

  constructor(
    name: string,
    setting: string,
    source: SealKeySource,
    { log, gateLimits, clock }: Pick<SealKeySources, 'log' | 'gateLimits' | 'clock'>,
    guard = (signer: SealSigner) => signer,
  ) {
    this.#name = name;
    this.#setting = setting;
    this.#source = source;
    this.#log = log;
    this.#restMs = (gateLimits ?? defaultGateLimits).restMs;
    this.#clock = clock ?? (() => performance.now());
    this.#guard = guard;
  }

  /** The key that is in use; null before the first one was opened. */
  get current(): SealKey | null {
    return this.#state?.key ?? null;
  }

  /** Throws a SealError that names the setting if the key cannot be opened and there is no previous one. */
  async get(): Promise<SealKey> {
    const stamp = await stampOf(filesOf(this.#source));
    if (this.#state?.stamp === stamp) {
      this.#openAgainAfterRest(this.#state);
      return this.#state.pending;
    }
    if (this.#retry) {
      await this.#retry;
      return this.get();
    }
    const previous = this.current;
    const state: State = { key: previous, stamp, pending: this.#open(previous), retryAt: null };
    this.#state = state;
    state.pending.then(
      (key) => {
        state.key = key;
        if (key === previous) state.retryAt = this.#clock() + this.#restMs;
      },
      () => {
        // There is no previous key: the next document tries again.
        if (this.#state === state) this.#state = null;
      },
    );
    return state.pending;
  }

  /** Ends its connection to a token. Documents that are being sealed with the key may still use it. */
  close(): void {
    this.#isClosed = true;
    this.current?.signer.close?.();
  }

  /** In the background, one attempt after the other: documents continue with the previous key. */
  #openAgainAfterRest(state: State): void {
    const { key: previous, retryAt } = state;
    if (retryAt === null || this.#clock() < retryAt) return;
    state.retryAt = null;
    this.#retry = this.#open(previous, true).then((key) => {
      this.#retry = null;
      if (key === previous) state.retryAt = this.#clock() + this.#restMs;
      else Object.assign(state, { key, pending: Promise.resolve(key) });
    });
  }

  /** `isAgain`: the log already says that these files cannot be used. */
  async #open(previous: SealKey | null, isAgain = false): Promise<SealKey> {
    try {
      const signer = await openFit(this.#setting, this.#source);
      const key = describeKey(this.#guard(signer));
      const { subject, fingerprint } = key;
      this.#log.info('seal key loaded', { name: this.#name, subject, fingerprint });
      this.#warnOfExpiry(key);
      // The workspace has another key by now, so nobody uses this one.
      if (this.#isClosed) signer.close?.();
      previous?.signer.close?.();
      return key;
    } catch (error) {
      if (!previous) throw error;
      if (isAgain) return previous;
      this.#log.error('the seal key has changed but cannot be used: the previous one stays in use', {
        name: this.#name,
        error: error instanceof Error ? error.message : String(error),
        fingerprint: previous.fingerprint,
      });
      return previous;
    }
  }

  #warnOfExpiry({ until }: SealKey): void {
    // Equal mutant "<=": the exact millisecond makes no difference.
    if (until.getTime() - Date.now() < expirySoonMs)
      this.#log.warn('the certificate of the seal key has expired or expires soon', {
        name: this.#name,
        expires: until.toISOString(),
      });
  }
}

/** A self-signed key in DATA_DIR, created at first use. */
function developmentKey(sources: SealKeySources) {
  const { dataDir, log } = sources;
  const name = 'development';
  const file = join(dataDir, 'seal', `${name}.pem`);
  const source: SealKeySource = {
    reference: { scheme: 'file', path: file, secretFile: null },
    certificates: null,
    secret: null,
  };
  const key = new ReloadingKey(name, `the key in ${file}`, source, sources);
  return {
    key,
    get: async (): Promise<SealKey> => {
      if (!(await exists(file))) {
        const { keyPem, certificatePem } = makeDevelopmentCertificate({
          commonName: 'Countersign development seal',
        });
        await createFileOnce(file, `${keyPem}\n${certificatePem}\n`);
        log.warn(
          'no seal key is configured: created a self-signed certificate; PDF readers will show its signer as unknown',
          { name },
        );
      }
      return key.get();
    },
  };
}

/** Throws a SealError that names the setting if the key cannot be opened, or if `verify` would not accept its seals. */
async function openFit(setting: string, source: SealKeySource): Promise<SealSigner> {
  try {
    const signer = await openSealKey(source);
    try {
      const faults = faultsOfSealCertificate(signer.certificates, new Date());
      if (faults.length > 0) throw new SealError(`its seals would not be valid: ${faults.join('; ')}`);
      return signer;
    } catch (error) {
      signer.close?.();
      throw error;
    }
  } catch (error) {
    throw withSetting(setting, error);
  }
}

function named<T>(setting: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw withSetting(setting, error);
  }
}

function withSetting(setting: string, cause: unknown): SealError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new SealError(`${setting} cannot be used: ${message}`, { cause });
}

/** The signer with what its certificate says. */
export function describeKey(signer: SealSigner): SealKey {
  const [leaf] = signer.certificates;
  if (!leaf) throw new Error('the seal key has no certificate');
  const certificate = new X509Certificate(leaf);
  const { ocspUrls, crlUrls } = readCertificate(leaf);
  return {
    signer,
    subject: certificate.subject.split('\n').reverse().join(', '),
    fingerprint: createHash('sha256').update(leaf).digest('hex'),
    until: certificate.validToDate,
    namesRevocation: ocspUrls.length + crlUrls.length > 0,
  };
}

/** Changes with every write of the files. A missing file is a state as well. */
async function stampOf(files: string[]): Promise<string> {
  const stamps = await Promise.all(
    files.map((file) =>
      stat(file).then(
        (one) => `${one.ino}:${one.mtimeMs}:${one.ctimeMs}:${one.size}`,
        () => 'absent',
      ),
    ),
  );
  return stamps.join(' ');
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
