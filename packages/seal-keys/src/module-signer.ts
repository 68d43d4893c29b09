/** Seal keys behind a module of the operator: `SEAL_KEY=module:/path/to/signer.mjs`. docs/SEALING.md has an example. */
import { X509Certificate } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { certificatesOfPem, chainFrom } from '@countersign/pdf/keys/local';
import { SealError } from '@countersign/pdf/ports/errors';
import type { SealSigner } from '@countersign/pdf/ports/seal';
import { type CallLimits, callKeyService, KeyServiceError, shortened } from './key-service.ts';
import { checkedValue } from './remote-signer.ts';

/** What a module exports: `export async function openSigner(input) { … }`. */
export interface SignerModule {
  /** Called once when the key is loaded, and again after its certificate file has changed. */
  openSigner(input: SignerInput): Promise<SealSigner> | SealSigner;
}

export interface SignerInput {
  /** The parameters after the question mark in SEAL_KEY, without `secret-file`. */
  parameters: Record<string, string>;
  /** SEAL_CERTIFICATE as text; null if it is not set. */
  chainPem: string | null;
  /** SEAL_KEY_SECRET, or the content of `secret-file`; null if neither is set. */
  secret: string | null;
}

/** A module does its own retries. */
const limits = { attempts: 1, timeoutMs: 30_000, pauseMs: 0 } satisfies CallLimits;

const proof = Buffer.from('Does the certificate belong to the key behind this module?');

/**
 * The signer that the module opens. Signs once, and verifies every value with the certificate before returning it. A call that
 * takes longer than 30 s fails. Throws a SealError if the module cannot be loaded or its signer is not usable.
 */
export async function openModuleSigner(path: string, input: SignerInput): Promise<SealSigner> {
  const name = `the signer of ${path}`;
  const loaded = (await import(pathToFileURL(path).href).catch((cause: unknown) => {
    throw new SealError(`${path} cannot be loaded: ${messageOf(cause)}`, { cause });
  })) as Partial<SignerModule>;
  if (typeof loaded.openSigner !== 'function')
    throw new SealError(`${path} does not export the function openSigner`);
  const open = loaded.openSigner;
  const signer: Partial<SealSigner> | null = await guarded(name, async () => open(input));
  if (typeof signer?.sign !== 'function') throw new SealError(`${name} has no function sign`);
  const opened = signer as SealSigner;
  const close = () => opened.close?.();
  try {
    const all =
      input.chainPem === null ? certificatesOf(name, opened.certificates) : certificatesOfPem(input.chainPem);
    const signOnce = (data: Uint8Array) => guarded(name, async () => opened.sign(data));
    const value = await signOnce(proof);
    const own = all.find((certificate) => matches(name, certificate, value));
    if (!own) throw new SealError(`none of the certificates belongs to ${name}`);
    return {
      certificates: chainFrom(own, all).map((one) => one.raw),
      sign: async (data) => checkedValue(name, own, data, await signOnce(data)),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

async function guarded<T>(name: string, work: () => Promise<T>): Promise<T> {
  return callKeyService(name, limits, async () => {
    try {
      return await work();
    } catch (cause) {
      throw new KeyServiceError(`${name} failed: ${messageOf(cause)}`, { isTransient: false, cause });
    }
  });
}

function matches(name: string, certificate: X509Certificate, value: unknown): boolean {
  try {
    checkedValue(name, certificate, proof, value);
    return true;
  } catch {
    return false;
  }
}

function certificatesOf(name: string, certificates: unknown): X509Certificate[] {
  try {
    return Array.from(certificates as Iterable<Uint8Array>, (bytes) => new X509Certificate(bytes));
  } catch (cause) {
    throw new SealError(`${name} has no certificates that can be read; set SEAL_CERTIFICATE`, { cause });
  }
}

const messageOf = (error: unknown) => shortened(error instanceof Error ? error.message : String(error));
