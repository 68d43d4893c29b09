/**
 * Seal keys on a smart card or hardware security module, used through PKCS#11 (OASIS, 2.40). The package pkcs11js is
 * an optional dependency and needed only here.
 */
import { createHash, type KeyObject, verify } from 'node:crypto';
import type { Handle, PKCS11, TokenInfo } from 'pkcs11js';
import { ecdsaInDer } from '../cms/ecdsa-value.ts';
import { SealError } from '../ports/errors.ts';
import type { SealSigner } from '../ports/seal.ts';
import { certificatesOfPem, chainFrom } from './local.ts';

export interface Pkcs11Source {
  /** Path of the PKCS#11 module: a shared library from the manufacturer of the token. */
  module: string;
  pin: string;
  /** CKA_LABEL of the private key, or `token/key` if the module has several tokens. */
  label: string;
  /** PEM certificates: the key's own and its issuers, in any order. */
  chainPem: string;
  /** The maximum number of signatures at the same time, 3 by default. */
  sessions?: number;
}

/** A signer with open sessions on a token. */
export interface Pkcs11Signer extends SealSigner {
  /** Ends the sessions; the module stays loaded for others. */
  close(): void;
}

/** DigestInfo of SHA-256 (RFC 8017, 9.2, note 1), which CKM_RSA_PKCS expects before the digest. */
const SHA256_DIGEST_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** Node.js has four threads for such calls, and reading files needs one of them. */
const defaultSessions = 3;

/** Large enough for any signature value, such as RSA with 8192 bits. */
const VALUE_BYTES = 1024;

/**
 * Opens the token, logs in and finds the key. Throws a SealError if pkcs11js is not installed, the token or the key
 * is missing, the PIN is wrong, or no certificate belongs to the key. If the token has closed a session, the
 * signature opens another one once.
 */
export async function signerFromPkcs11(source: Pkcs11Source): Promise<Pkcs11Signer> {
  const library = await loadLibrary();
  const module = loadModule(library, source.module);
  const sessions = new TokenSessions(library, module, source);
  const signOnce = (digest: Buffer): Promise<Buffer> =>
    sessions.use(async (key) => {
      const mechanism = key.isRsa ? library.CKM_RSA_PKCS : library.CKM_ECDSA;
      // Referenced here until the token has answered: the library does not protect them from garbage collection.
      key.input = key.isRsa ? Buffer.concat([SHA256_DIGEST_INFO, digest]) : digest;
      key.output = Buffer.alloc(VALUE_BYTES);
      module.C_SignInit(key.session, { mechanism }, key.handle);
      const value = await module.C_SignAsync(key.session, key.input, key.output);
      return key.isRsa ? value : ecdsaInDer(value);
    });
  const sign = async (data: Uint8Array): Promise<Buffer> => {
    const digest = createHash('sha256').update(data).digest();
    try {
      return await signOnce(digest);
    } catch (error) {
      // Not tried again: another attempt with a wrong PIN could lock the token.
      if (error instanceof SealError) throw error;
      // Other sessions were probably lost too.
      sessions.close();
      return signOnce(digest).catch((cause) => {
        throw cause instanceof SealError ? cause : new SealError('the token could not sign', { cause });
      });
    }
  };

  try {
    const proof = Buffer.from('which certificate is this key for?');
    const value = await sign(proof);
    const all = certificatesOfPem(source.chainPem);
    const own = all.find((certificate) => isBy(certificate.publicKey, proof, value));
    if (!own) throw new SealError('none of the certificates belongs to the key in the token');
    return {
      certificates: chainFrom(own, all).map((certificate) => certificate.raw),
      sign,
      close: () => sessions.close(),
    };
  } catch (error) {
    sessions.close();
    throw error;
  }
}

type Library = typeof import('pkcs11js');

async function loadLibrary(): Promise<Library> {
  try {
    const loaded = (await import('pkcs11js')) as Library & { default?: Library };
    return loaded.default ?? loaded;
  } catch (cause) {
    throw new SealError(
      'the package pkcs11js is not installed: run npm install on a machine with a C++ compiler',
      { cause },
    );
  }
}

/** Loads the module. It is fine if another part of the process has already initialized it. */
function loadModule(library: Library, path: string): PKCS11 {
  const module = new library.PKCS11();
  try {
    module.load(path);
    module.C_Initialize({ flags: library.CKF_OS_LOCKING_OK });
  } catch (cause) {
    if (cause instanceof library.Pkcs11Error && cause.code === library.CKR_CRYPTOKI_ALREADY_INITIALIZED)
      return module;
    throw new SealError(`the PKCS#11 module ${path} cannot be loaded`, { cause });
  }
  return module;
}

interface TokenKey {
  session: Handle;
  handle: Handle;
  isRsa: boolean;
  input?: Buffer;
  output?: Buffer;
}

/**
 * The sessions of one key. There are several, because a session makes one signature at a time. Each signature occupies a thread of the
 * pool that Node.js also reads files with.
 */
class TokenSessions {
  readonly #library: Library;
  readonly #module: PKCS11;
  readonly #source: Pkcs11Source;
  #most: number;
  #idle: TokenKey[] = [];
  readonly #open = new Set<TokenKey>();
  readonly #waiting: Array<() => void> = [];

  constructor(library: Library, module: PKCS11, source: Pkcs11Source) {
    this.#library = library;
    this.#module = module;
    this.#source = source;
    this.#most = source.sessions ?? defaultSessions;
  }

  /** Runs `work` with a session of its own. Waits while all are in use. A session whose work failed is closed. */
  async use<T>(work: (key: TokenKey) => Promise<T>): Promise<T> {
    const key = await this.#take();
    try {
      const result = await work(key);
      // After `close`, a session is closed when its work is done.
      if (this.#open.has(key)) this.#idle.push(key);
      else closeQuietly(this.#module, key.session);
      return result;
    } catch (error) {
      this.#open.delete(key);
      closeQuietly(this.#module, key.session);
      throw error;
    } finally {
      this.#waiting.shift()?.();
    }
  }

  /** Closes idle sessions now, and the others when their work is done. Later work opens new ones. */
  close(): void {
    for (const key of this.#idle) closeQuietly(this.#module, key.session);
    this.#idle = [];
    this.#open.clear();
  }

  async #take(): Promise<TokenKey> {
    for (;;) {
      const idle = this.#idle.pop();
      if (idle) return idle;
      if (this.#open.size < this.#most) {
        try {
          const key = openKey(this.#library, this.#module, this.#source);
          this.#open.add(key);
          return key;
        } catch (error) {
          // The token allows fewer sessions.
          const isFull =
            error instanceof this.#library.Pkcs11Error && error.code === this.#library.CKR_SESSION_COUNT;
          if (!isFull || this.#open.size === 0) {
            this.#waiting.shift()?.();
            throw error;
          }
          this.#most = this.#open.size;
        }
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}

function openKey(library: Library, module: PKCS11, { pin, label }: Pkcs11Source): TokenKey {
  const parts = label.split('/');
  const [tokenLabel, keyLabel] = parts.length === 2 ? (parts as [string, string]) : [null, label];
  const slots = module
    .C_GetSlotList(true)
    .filter((slot) => (module.C_GetTokenInfo(slot).flags & library.CKF_TOKEN_INITIALIZED) !== 0)
    .filter((slot) => tokenLabel === null || module.C_GetTokenInfo(slot).label.trim() === tokenLabel);
  // Never try a PIN on several tokens: wrong attempts would lock them.
  if (slots.length > 1)
    throw new SealError('the PKCS#11 module has several tokens: write the label as token/key');
  const [slot] = slots;
  if (!slot) throw new SealError(`there is no token${tokenLabel === null ? '' : ` ${tokenLabel}`}`);
  const info = module.C_GetTokenInfo(slot);
  const session = module.C_OpenSession(slot, library.CKF_SERIAL_SESSION);
  try {
    logIn(library, module, session, info, pin);
    module.C_FindObjectsInit(session, [
      { type: library.CKA_CLASS, value: library.CKO_PRIVATE_KEY },
      { type: library.CKA_LABEL, value: keyLabel },
    ]);
    const found = module.C_FindObjects(session, 2);
    module.C_FindObjectsFinal(session);
    if (found.length !== 1)
      throw new SealError(
        `the token has ${found.length === 0 ? 'no private key' : 'several keys'} called ${keyLabel}`,
      );
    const handle = found[0]!;
    const [type] = module.C_GetAttributeValue(session, handle, [{ type: library.CKA_KEY_TYPE }]);
    const kind = (type!.value as Buffer).readUInt32LE(0);
    if (kind !== library.CKK_RSA && kind !== library.CKK_EC)
      throw new SealError('the seal key is neither RSA nor ECDSA');
    return { session, handle, isRsa: kind === library.CKK_RSA };
  } catch (error) {
    closeQuietly(module, session);
    throw error;
  }
}

/** PINs that a token rejected in this process, by the label and serial number of the token. */
const rejectedPins = new Set<string>();

/** Never tries a rejected PIN again, and never uses the last attempt, because then the token would be locked. */
function logIn(library: Library, module: PKCS11, session: Handle, token: TokenInfo, pin: string): void {
  const attempt = JSON.stringify([token.label, token.serialNumber, pin]);
  if (rejectedPins.has(attempt))
    throw new SealError('the token rejected the PIN before: correct it and restart the process');
  if ((token.flags & (library.CKF_USER_PIN_FINAL_TRY | library.CKF_USER_PIN_LOCKED)) !== 0)
    throw new SealError(
      'the token is locked or has one attempt left: log in with the tool of its manufacturer first',
    );
  try {
    module.C_Login(session, library.CKU_USER, pin);
  } catch (cause) {
    const code = cause instanceof library.Pkcs11Error ? cause.code : null;
    if (code === library.CKR_USER_ALREADY_LOGGED_IN) return;
    const isRejected = [
      library.CKR_PIN_INCORRECT,
      library.CKR_PIN_INVALID,
      library.CKR_PIN_LEN_RANGE,
      library.CKR_PIN_EXPIRED,
      library.CKR_PIN_LOCKED,
    ].some((one) => one === code);
    if (!isRejected) throw new SealError('the login to the token failed', { cause });
    rejectedPins.add(attempt);
    throw new SealError('the token rejected the PIN', { cause });
  }
}

function closeQuietly(module: PKCS11, session: Handle): void {
  try {
    module.C_CloseSession(session);
  } catch {
    // The token has already closed it.
  }
}

function isBy(key: KeyObject, data: Buffer, value: Buffer): boolean {
  try {
    return verify('sha256', data, key, value);
  } catch {
    return false;
  }
}
