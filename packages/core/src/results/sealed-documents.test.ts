/** How the documents of an evidence archive are read. */
import { expect, test } from '@jest/globals';
import { fingerprintLine, type SealedDocument, trailBatches } from './sealed-documents.ts';

const document: SealedDocument = {
  id: '01900000-0000-7000-8000-000000000001',
  title: 'Lease',
  sealedAt: new Date('2026-11-23T12:00:00Z'),
  sealedSha256: 'a'.repeat(64),
  sealedBytes: 1000,
  erasedAt: null,
  hasFile: true,
  chainSeq: 7,
};

test('every document is in one batch, with at most 100 documents or 2,000 events, unless it has more itself', () => {
  const batched = (events: number[]) => {
    const page = events.map((chainSeq) => ({ ...document, chainSeq }));
    return [...trailBatches(page)].map((batch) => batch.map(({ chainSeq }) => chainSeq));
  };
  expect(batched([3000, 1500, 500, 1, 3000, 1])).toEqual([[3000], [1500, 500], [1], [3000], [1]]);
  expect(batched(Array(250).fill(20)).map(({ length }) => length)).toEqual([100, 100, 50]);
  expect(batched(Array(100).fill(1)).map(({ length }) => length)).toEqual([100]);
  expect(batched([])).toEqual([]);
});

test('the fingerprint of a document depends on everything that its files depend on', () => {
  const changes: Array<Partial<SealedDocument>> = [
    { id: '01900000-0000-7000-8000-000000000002' },
    { title: 'Rent' },
    { sealedAt: new Date('2026-11-23T12:00:00.001Z') },
    { sealedSha256: 'b'.repeat(64) },
    { sealedBytes: 1001 },
    { hasFile: false },
    { erasedAt: new Date('2026-11-24T12:00:00Z') },
    { erasedAt: new Date('2026-11-24T12:00:00.001Z') },
  ];
  const lines = [document, ...changes.map((change) => ({ ...document, ...change }))].map(fingerprintLine);
  expect(new Set(lines).size).toBe(changes.length + 1);
});
