/** Callers of POST /verify. */
import { VerifyOut } from '@countersign/contract/verify';
import { makeDevelopmentCertificate } from '@countersign/pdf/development/certificate';
import { signerFromPem } from '@countersign/pdf/keys/local';
import type { SealSigner } from '@countersign/pdf/ports/seal';
import { expect } from '@jest/globals';
import request, { type Test } from 'supertest';

/** Calls of one service. Each has an unused address, so that the rate limit does not affect the test. */
export function verifyCallers(serviceUrl: () => string) {
  let callers = 0;
  function newCaller(): string {
    callers += 1;
    return `198.18.${callers >> 8}.${callers & 255}`;
  }

  /** The body itself, as a program sends it. */
  function handIn(
    file: Uint8Array,
    type = 'application/pdf',
    caller = newCaller(),
    url: string = serviceUrl(),
  ): Test {
    return request(url)
      .post('/verify')
      .set('X-Forwarded-For', caller)
      .set('Content-Type', type)
      .set('Accept', 'application/json')
      .serialize((body) => body as unknown as string)
      .send(Buffer.from(file));
  }

  /** The form, as a browser sends it. */
  function submit(file: Uint8Array, filename = 'contract.pdf'): Test {
    return request(serviceUrl())
      .post('/verify')
      .set('X-Forwarded-For', newCaller())
      .set('Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
      .attach('file', Buffer.from(file), { filename, contentType: 'application/pdf' });
  }

  async function verify(file: Uint8Array): Promise<VerifyOut> {
    const response = await handIn(file);
    expect(response.status).toBe(200);
    return VerifyOut.strict().parse(response.body);
  }

  return { newCaller, handIn, submit, verify };
}

/** A signer made by an attacker: its certificate can have the same name as ours. */
export function signerNamed(commonName: string): SealSigner {
  const made = makeDevelopmentCertificate({ commonName });
  return signerFromPem(made.keyPem, made.certificatePem);
}
