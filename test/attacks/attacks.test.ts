/**
 * Attacks on sealed files, each on every kind of file that it fits. None may be called intact by an installation that
 * knows its own seal certificates. pdfsig gives a second opinion, which is printed.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VerifyOut } from '@countersign/contract/verify';
import { integer, octetString, oid, readDer, sequence } from '@countersign/pdf/cms/der';
import { OID } from '@countersign/pdf/cms/oids';
import { makeDevelopmentCertificate } from '@countersign/pdf/development/certificate';
import { answerTimestampQuery } from '@countersign/pdf/development/timestamp-authority';
import { signerFromPem } from '@countersign/pdf/keys/local';
import type { SealSigner } from '@countersign/pdf/ports/seal';
import { samplePdf } from '@countersign/pdf/testing/sample-files';
import { sampleSigner } from '@countersign/pdf/testing/sample-seal';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { verifyFile } from '../../apps/cli/src/commands/verify-file.ts';
import { FailedError, FileError, UnknownSignerError } from '../../apps/cli/src/exit-status.ts';
import type { Session } from '../../apps/cli/src/session.ts';
import { startTestApi, type TestApi } from '../support/api.ts';
import { appendings } from './append.ts';
import type { Attack, Given } from './attack.ts';
import { anatomyOf } from './edit.ts';
import { signatureForgeries } from './forge-signature.ts';
import { shadows, underCover } from './prepared.ts';
import { disguises } from './readers.ts';
import { type Installation, type SealedFile, startInstallation } from './sealed-files.ts';
import { structures } from './structure.ts';
import { otherSeals, signatureValues, wholeFiles } from './whole-file.ts';

const attacks: Attack[] = [
  ...signatureForgeries,
  ...appendings,
  ...shadows,
  ...underCover,
  ...disguises,
  ...wholeFiles,
  ...signatureValues,
  ...otherSeals,
  ...structures,
];

const hasPdfsig = spawnSync('pdfsig', ['-v'], { stdio: 'ignore' }).error === undefined;
const folder = mkdtempSync(join(tmpdir(), 'countersign-attacks-'));
let installation: Installation;
let other: Buffer;
/**
 * A service that trusts the authority above the seal keys and has no record of the documents: with one it would
 * contradict every altered file by its digest alone.
 */
let api: TestApi;
const mallory = sampleSigner();
const malloryClock = makeDevelopmentCertificate({ commonName: 'Test TSA', purpose: 'timestamping' });
beforeAll(async () => {
  installation = await startInstallation();
  other = await installation.seal(samplePdf({ pages: 3 }));
  const trustRoots = [installation.pki.root.certificate.raw];
  api = await startTestApi({ edge: { trustProxy: 1 }, trustRoots });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await installation.close();
});

const given = ({ bytes, level }: Pick<SealedFile, 'bytes' | 'level'>): Given => ({
  bytes,
  at: anatomyOf(bytes),
  level,
  mallory,
  other,
  stampOf2015: (sha256) =>
    stampBy(installation.pki.signerOf(installation.pki.stamper), sha256, new Date('2015-06-01T12:00:00Z')),
  stampOfMallory: (sha256) =>
    stampBy(signerFromPem(malloryClock.keyPem, malloryClock.certificatePem), sha256, new Date()),
});

async function stampBy(authority: SealSigner, sha256: Uint8Array, at: Date): Promise<Uint8Array> {
  const query = sequence(integer(1), sequence(sequence(oid(OID.sha256)), octetString(sha256)));
  return readDer(await answerTimestampQuery(query, authority, at)).children[1]!.raw;
}

/** Who calls a file intact: the service in JSON and on its page, and the command. */
interface Opinion {
  json: boolean;
  page: boolean;
  command: boolean;
}

async function opinionOn(bytes: Buffer): Promise<Opinion> {
  const [json, page, command] = await Promise.all([
    isIntactInJson(bytes),
    isIntactOnPage(bytes),
    isIntactForCommand(bytes),
  ]);
  return { json, page, command };
}

const everyone = { json: true, page: true, command: true };
const nobody = { json: false, page: false, command: false };

async function isIntactInJson(bytes: Buffer): Promise<boolean> {
  const { status, body } = await upload(bytes, 'application/json');
  if (status === 422) return false;
  const { intact, verdict } = VerifyOut.parse(JSON.parse(body));
  return intact || verdict === 'intact';
}

async function isIntactOnPage(bytes: Buffer): Promise<boolean> {
  const { body } = await upload(bytes, 'text/html');
  const [, mark] = /<section class="verdict (\w+)">/.exec(body)!;
  return mark === 'good';
}

let callers = 0;

async function upload(bytes: Buffer, accept: string): Promise<{ status: number; body: string }> {
  callers += 1;
  const response = await fetch(`${api.url}/verify`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/pdf',
      Accept: accept,
      // The limit for an address is not what is tested.
      'X-Forwarded-For': `198.18.${callers >> 8}.${callers & 255}`,
    },
    body: new Uint8Array(bytes),
  });
  expect([200, 422]).toContain(response.status);
  return { status: response.status, body: await response.text() };
}

/** The command ends without an error only for an intact file. */
async function isIntactForCommand(bytes: Buffer): Promise<boolean> {
  const terminal = { read: async () => bytes, printJson: () => {} };
  const session = { terminal, options: { json: true } } as unknown as Session;
  try {
    await verifyFile(session, '-', { sealCertificate: [...installation.trust.sealCertificates] });
    return true;
  } catch (error) {
    if (error instanceof FailedError || error instanceof UnknownSignerError || error instanceof FileError)
      return false;
    throw error;
  }
}

/**
 * Whether pdfsig calls the last signature valid and over the whole file: a second opinion that is printed. It is asked about one file
 * of each attack, because a process takes long.
 */
async function isAcceptedByPdfsig(bytes: Buffer): Promise<boolean> {
  if (!hasPdfsig) return false;
  const path = join(folder, 'attack.pdf');
  writeFileSync(path, bytes);
  const text = await new Promise<string>((resolve, reject) => {
    execFile('pdfsig', ['-nocert', path], { encoding: 'latin1', timeout: 60_000 }, (error, stdout) => {
      // A program that could not be started has no opinion. Its exit status is a number.
      if (typeof error?.code === 'string') reject(error);
      else resolve(stdout);
    });
  });
  const last = text.split(/Signature #\d+:/).at(-1)!;
  return last.includes('Signature is Valid') && last.includes('Total document signed');
}

describe('genuine files', () => {
  test('each sealed file is reported as intact', async () => {
    for (const { name, bytes } of installation.files)
      expect([name, await opinionOn(bytes)]).toEqual([name, everyone]);
    expect(await opinionOn(other)).toEqual(everyone);
  });
});

describe('attacks', () => {
  test('there are at least 100, each with a different name', () => {
    expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
    expect(attacks.length).toBeGreaterThanOrEqual(100);
  });

  test.each(attacks.map((attack) => [attack.name, attack] as const))('%s', async (_name, attack) => {
    const files = attack.prepare
      ? [
          {
            name: 'prepared',
            level: 'PAdES-B-B' as const,
            bytes: await installation.seal(attack.prepare()),
          },
        ]
      : installation.files;
    let tried = 0;
    for (const file of files) {
      const forged = await attack.make(given(file));
      if (forged === null) continue;
      tried++;
      expect(forged.equals(file.bytes)).toBe(false);
      // The page and the command have the same verdict by the same code, so one file of each attack is enough for them.
      if (tried === 1) expect([file.name, await opinionOn(forged)]).toEqual([file.name, nobody]);
      else expect([file.name, await isIntactInJson(forged)]).toEqual([file.name, false]);
      const isAccepted = tried === 1 && (await isAcceptedByPdfsig(forged));
      opinions.push({ attack, file: file.name, isAccepted });
    }
    expect(tried).toBeGreaterThan(0);
  });
});

const opinions: Array<{ attack: Attack; file: string; isAccepted: boolean }> = [];
afterAll(() => {
  const accepted = opinions.filter(({ isAccepted }) => isAccepted);
  const names = [...new Set(accepted.map(({ attack }) => `${attack.paper}: ${attack.name}`))];
  const count = `${opinions.length} files of ${attacks.length} attacks, none called intact.`;
  const second = hasPdfsig
    ? `Of the first file of each, pdfsig accepts ${accepted.length} (a certificate is not judged):\n${names.join('\n')}`
    : 'pdfsig is not installed: no second opinion.';
  process.stdout.write(`${count} ${second}\n`);
});
