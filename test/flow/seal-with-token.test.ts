/** /verify recognizes a seal made with a key in a PKCS#11 token, because the worker records its certificate. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VerifyOut } from '@countersign/contract/verify';
import { afterAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { startTestApi } from '../support/api.ts';
import { testBase, testCtx } from '../support/base.ts';
import { finalizedDraft, reread, sentCopy, signAs } from '../support/documents.ts';
import { type Pki, startPki } from '../support/pki.ts';
import { startWorker, until } from '../support/processes.ts';

const soft = ['/usr/lib/softhsm/libsofthsm2.so', '/usr/local/lib/softhsm/libsofthsm2.so'].find(existsSync);

let pki: Pki | undefined;
afterAll(() => pki?.close());

(soft ? test : test.skip)(
  '/verify reports a file as intact that a worker sealed with a key in a token',
  async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    pki = await startPki();
    const holder = pki.sealHolder('p256');
    const env = { ...process.env, SOFTHSM2_CONF: join(base.folder, 'softhsm2.conf') };
    const util = (...args: string[]) => {
      const { status, stderr } = spawnSync('softhsm2-util', args, { env, encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
    };
    mkdirSync(join(base.folder, 'tokens'));
    writeFileSync(env.SOFTHSM2_CONF, `directories.tokendir = ${join(base.folder, 'tokens')}\n`);
    writeFileSync(join(base.folder, 'key.pem'), holder.keyPem);
    writeFileSync(join(base.folder, 'chain.pem'), holder.chainPem);
    util('--init-token', '--free', '--label', 'seals', '--so-pin', '12345678', '--pin', '1234');
    const key = [
      '--import',
      join(base.folder, 'key.pem'),
      '--token',
      'seals',
      '--label',
      'seal',
      '--id',
      '01',
    ];
    util(...key, '--pin', '1234');

    const document = await sentCopy(ctx, await finalizedDraft(ctx));
    for (const recipient of document.recipients) await signAs(base, document, recipient);
    await startWorker({
      queues: 'seal',
      databaseUrl: base.databaseUrl,
      folder: base.folder,
      env: {
        SOFTHSM2_CONF: env.SOFTHSM2_CONF,
        SEAL_KEY: `pkcs11:token=seals;object=seal?module-path=${soft}`,
        SEAL_KEY_SECRET: '1234',
        SEAL_CERTIFICATE: join(base.folder, 'chain.pem'),
      },
    });
    await until(async () => (await reread(ctx, document.id)).sealedAt !== null, 'the document to be sealed');

    const api = await startTestApi({ storage: base.storage });
    const { sealedSha256 } = await reread(ctx, document.id);
    const { body } = await request(api.url)
      .post('/verify')
      .set('Content-Type', 'application/pdf')
      .set('Accept', 'application/json')
      .serialize((bytes) => bytes as unknown as string)
      .send(Buffer.from(await base.storage.getBytes(sealedSha256!)));
    expect(VerifyOut.parse(body)).toMatchObject({
      verdict: 'intact',
      signatures: [
        {
          signer_trust: 'installation',
          signer_fingerprint_sha256: holder.certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
        },
      ],
      instance: { file: 'identical', certificate: 'matches' },
    });
  },
);
