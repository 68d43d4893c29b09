/** Tests sealing in threads: what the caller's thread does, and how threads end. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { RevocationSource } from '../ports/authorities.ts';
import { RevocationError, SealError, TimestampError } from '../ports/errors.ts';
import type { SealInput } from '../ports/seal.ts';
import { prepareSeal } from '../seal.ts';
import { slowContents } from '../testing/hostile-files.ts';
import { sampleCertificate, samplePdf } from '../testing/sample-files.ts';
import { sampleSigner } from '../testing/sample-seal.ts';
import { timestamperOf } from '../timestamps/timestamper-of.ts';
import { verifyPdf } from '../verify.ts';
import { sealInThread, warmSealing } from './seal-in-thread.ts';
import { warmingWork } from './warming-seal.ts';

/** A limit for files that must be sealed, also on a busy machine. */
const patient = { timeoutMs: 100_000 };

function input(pdf: Uint8Array, changes: Partial<SealInput> = {}): SealInput {
  return {
    pdf,
    marks: [{ page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.05, mark: { kind: 'text', text: 'Ada' } }],
    certificate: sampleCertificate({
      originalSha256: createHash('sha256').update(pdf).digest('hex'),
      originalSizeBytes: pdf.length,
      pageCount: 1,
    }),
    watermark: null,
    signer: sampleSigner(),
    timestamper: null,
    sealedAt: new Date('2026-11-20T10:00:00Z'),
    ...changes,
  };
}

/** Ends the slow files of a test. */
let enough = new AbortController();
beforeEach(() => {
  enough = new AbortController();
});
afterEach(() => {
  jest.useRealTimers();
  enough.abort(new Error('enough'));
});

describe('sealing in a thread', () => {
  test('the document that warms threads can be sealed', async () => {
    const work = warmingWork(sampleSigner().certificates);
    expect(await prepareSeal(work)).toMatchObject({ profile: 'PAdES-B-B', shortfall: null });
  });

  test('the key stays with the caller, which signs one digest', async () => {
    const signer = sampleSigner();
    const signed: Uint8Array[] = [];
    const asking = {
      certificates: signer.certificates,
      sign: (data: Uint8Array) => {
        signed.push(data);
        return signer.sign(data);
      },
    };
    const { sealed, profile } = await sealInThread(input(samplePdf(), { signer: asking }));
    expect(profile).toBe('PAdES-B-B');
    expect((await verifyPdf(sealed)).intact).toBe(true);
    expect(signed).toHaveLength(1);
    // Another key in the same thread.
    const other = await sealInThread(input(samplePdf(), { signer: sampleSigner('rsa2048') }));
    expect((await verifyPdf(other.sealed)).intact).toBe(true);
  });

  test('errors of the signer and the authority keep their class and message', async () => {
    const { certificates } = sampleSigner();
    const refusing = { certificates, sign: () => Promise.reject(new SealError('the token is locked')) };
    await expect(sealInThread(input(samplePdf(), { signer: refusing }))).rejects.toThrow(
      new SealError('the token is locked'),
    );
    const away = timestamperOf(() => Promise.reject(new TimestampError('the authority is away')));
    const error = await sealInThread(input(samplePdf(), { timestamper: away })).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(TimestampError);
    expect(error.message).toBe('the authority is away');
  });

  test('missing revocation data lowers the level but does not prevent the seal', async () => {
    const away = timestamperOf(() => Promise.reject(new TimestampError('the authority is away')));
    const nothing = () => Promise.reject(new RevocationError('there is no revocation data about the key'));
    const revocation: RevocationSource = { gather: nothing };
    // B-T is tried after B-LT and fails for its own reason.
    await expect(sealInThread(input(samplePdf(), { timestamper: away, revocation }))).rejects.toBeInstanceOf(
      TimestampError,
    );
  });

  test('documents that wait for their key or the authority occupy no thread and do not block others', async () => {
    const all = Promise.withResolvers<void>();
    let waiting = 0;
    // No answer comes before eight documents are waiting.
    const answer = async () => {
      waiting += 1;
      if (waiting === 8) all.resolve();
      await all.promise;
    };
    const signer = sampleSigner();
    const slow = {
      ...signer,
      sign: async (data: Uint8Array) => {
        await answer();
        return signer.sign(data);
      },
    };
    const silent = timestamperOf(async () => {
      await answer();
      throw new TimestampError('the authority is away');
    });
    let before: Promise<unknown> = Promise.resolve();
    const oneByOne = <T>(step: () => Promise<T>): Promise<T> => {
      const mine = before.then(step);
      before = mine.catch(() => undefined);
      return mine;
    };
    const limits = { ...patient, turn: oneByOne };
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 7 }, () => sealInThread(input(samplePdf(), { signer: slow }), limits)),
      sealInThread(input(samplePdf(), { timestamper: silent }), limits),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([...Array(7).fill('fulfilled'), 'rejected']);
    for (const outcome of outcomes)
      if (outcome.status === 'fulfilled') expect((await verifyPdf(outcome.value.sealed)).intact).toBe(true);
  });

  test('a seal that takes long does not hold up others', async () => {
    let isOver = false;
    const slow = sealInThread(input(slowContents(), { watermark: 'TEST' }), {
      ...patient,
      signal: enough.signal,
    })
      .catch((error) => error)
      .finally(() => {
        isOver = true;
      });
    await sealInThread(input(samplePdf()), patient);
    expect(isOver).toBe(false);
    enough.abort(new Error('enough'));
    expect(await slow).toMatchObject({ message: 'enough' });
  });

  test('files of an owner with a slow file delay those of others once, and not after that', async () => {
    await warmSealing({ threads: 2, certificates: sampleSigner().certificates }, {});
    const slowFile = () =>
      sealInThread(input(slowContents(), { watermark: 'TEST' }), {
        ...patient,
        owner: 'slow',
        signal: enough.signal,
      }).catch((error) => error);
    const ordinaryFile = () => sealInThread(input(samplePdf()), { ...patient, owner: 'ordinary' });
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
    const slow = [slowFile(), slowFile()];
    const waiting = ordinaryFile();
    await jest.advanceTimersByTimeAsync(250);
    // Time stands still from here, so a file that had to wait for another slow one would wait forever.
    await waiting;
    slow.push(slowFile());
    await ordinaryFile();
    enough.abort(new Error('enough'));
    expect(await Promise.all(slow)).toMatchObject(Array(3).fill({ message: 'enough' }));
  });

  test('a seal that exceeds its limit is stopped, and its thread is not used again', async () => {
    const slow = sealInThread(input(slowContents(), { watermark: 'TEST' }), { timeoutMs: 300 });
    await expect(slow).rejects.toMatchObject({ name: 'PdfError', reason: 'too_complex' });
    const after = await sealInThread(input(samplePdf()), patient);
    expect((await verifyPdf(after.sealed)).intact).toBe(true);
  });

  test('time spent waiting for the key does not count', async () => {
    const signer = sampleSigner();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
    const slow = {
      certificates: signer.certificates,
      // The wall-clock limit is five times the processor time limit.
      sign: async (data: Uint8Array) => {
        await jest.advanceTimersByTimeAsync(6 * patient.timeoutMs);
        return signer.sign(data);
      },
    };
    const { sealed } = await sealInThread(input(samplePdf(), { signer: slow }), patient);
    expect((await verifyPdf(sealed)).intact).toBe(true);
  });

  test('an aborted job does not wait for its key any longer', async () => {
    const stopping = new AbortController();
    const signer = {
      certificates: sampleSigner().certificates,
      sign: async () => {
        stopping.abort(new Error('the worker is stopping'));
        return new Promise<Uint8Array>(() => undefined);
      },
    };
    await expect(sealInThread(input(samplePdf(), { signer }), { signal: stopping.signal })).rejects.toThrow(
      'the worker is stopping',
    );
  });
});
