/**
 * A process that uses a PKCS#11 token, for tests: PKCS#11 modules read their settings from the environment at process
 * start. Reads a Pkcs11Source and the number of values to sign as JSON from standard input; writes JSON.
 */
import { text } from 'node:stream/consumers';
import { type Pkcs11Source, signerFromPkcs11 } from '../keys/pkcs11.ts';

const { source, count } = JSON.parse(await text(process.stdin)) as { source: Pkcs11Source; count: number };
try {
  const signer = await signerFromPkcs11(source);
  const values = await Promise.all(
    Array.from({ length: count }, (_, index) => signer.sign(Buffer.from(`value ${index}`))),
  );
  signer.close();
  const afterwards = await signer.sign(Buffer.from('after the session was lost'));
  const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  process.stdout.write(
    JSON.stringify({
      certificates: signer.certificates.map(encode),
      values: values.map(encode),
      afterwards: encode(afterwards),
    }),
  );
} catch (error) {
  process.stdout.write(JSON.stringify({ error: (error as Error).message }));
}
