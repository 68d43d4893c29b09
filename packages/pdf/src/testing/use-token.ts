/**
 * A process that uses a PKCS#11 token, for tests: PKCS#11 modules read their settings from the environment at process
 * start. Reads a Pkcs11Source and the number of values to sign as JSON from standard input; writes JSON.
 */
import { text } from 'node:stream/consumers';
import { type Pkcs11Source, signerFromPkcs11 } from '../keys/pkcs11.ts';

const { source, count, isFinalTry } = JSON.parse(await text(process.stdin)) as {
  source: Pkcs11Source;
  count: number;
  isFinalTry: boolean;
};

/** Open sessions now, and the most at the same time. */
const sessions = { now: 0, most: 0 };
type Library = typeof import('pkcs11js');
const loaded = (await import('pkcs11js')) as Library & { default?: Library };
const library = loaded.default ?? loaded;
const { prototype } = library.PKCS11;
const { C_OpenSession: open, C_CloseSession: close, C_Login: logIn, C_GetTokenInfo: getInfo } = prototype;
let logins = 0;
prototype.C_Login = function (...args) {
  logins += 1;
  return logIn.apply(this, args);
};
prototype.C_GetTokenInfo = function (...args) {
  const info = getInfo.apply(this, args);
  return isFinalTry ? { ...info, flags: info.flags | library.CKF_USER_PIN_FINAL_TRY } : info;
};
prototype.C_OpenSession = function (...args) {
  sessions.now += 1;
  sessions.most = Math.max(sessions.most, sessions.now);
  return open.apply(this, args);
};
prototype.C_CloseSession = function (...args) {
  sessions.now -= 1;
  return close.apply(this, args);
};

try {
  const signer = await signerFromPkcs11(source);
  const values = await Promise.all(
    Array.from({ length: count }, (_, index) => signer.sign(Buffer.from(`value ${index}`))),
  );
  signer.close();
  const afterClose = sessions.now;
  const afterwards = await signer.sign(Buffer.from('after the session was lost'));
  const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  process.stdout.write(
    JSON.stringify({
      certificates: signer.certificates.map(encode),
      values: values.map(encode),
      afterwards: encode(afterwards),
      sessions: { most: sessions.most, afterClose },
    }),
  );
} catch (error) {
  const again = await signerFromPkcs11(source).catch((second: Error) => second.message);
  process.stdout.write(JSON.stringify({ error: (error as Error).message, again, logins }));
}
