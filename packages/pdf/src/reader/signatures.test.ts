import { describe, expect, test } from '@jest/globals';
import { samplePdf } from '../testing/sample-files.ts';
import { verifyPdf } from '../verify.ts';
import { openPdf } from './open.ts';
import { contentsAt, coveredBytes, signaturesOf } from './signatures.ts';

/** A file with these signature dictionaries, each the value of a field of its own. */
const withSignatures = (...entries: string[]) =>
  samplePdf({
    catalogEntries: `/AcroForm <</Fields [${entries.map((_, at) => `${100 + at} 0 R`).join(' ')}]>>`,
    objects: Object.fromEntries(
      entries.map((entry, at) => [100 + at, `<</FT /Sig /T (S${at}) /V <</Type /Sig ${entry}>>>>`]),
    ),
  });

describe('the byte range of a signature', () => {
  const size = withSignatures('/ByteRange [0 10 0099 0001]').length;
  const pad = (value: number) => String(value).padStart(4, '0');

  test.each([
    ['two ranges in order', '0 10 0020 0005', [0, 10, 20, 5]],
    ['ranges that touch', '0 20 0020 0005', [0, 20, 20, 5]],
    ['an end at the end of the file', `0 10 0020 ${pad(size - 20)}`, [0, 10, 20, size - 20]],
    ['ranges that overlap', '0 21 0020 0005', null],
    ['an end behind the end of the file', `0 10 0020 ${pad(size - 19)}`, null],
    ['a negative number', '0 10 0020 -005', null],
    ['a fraction', '0 10 0020 05.5', null],
    ['three numbers', '0 10 0020     ', null],
    ['five numbers', '0 10 0020 05 1', null],
    ['a name', '0 10 0020 /Ab1', null],
  ])('%s', (_, range, expected) => {
    const pdf = withSignatures(`/ByteRange [${range}]`);
    expect(pdf).toHaveLength(size);
    expect(signaturesOf(openPdf(pdf)).map((one) => one.range)).toEqual([expected]);
  });

  test('orders the signatures by the end of what they cover', () => {
    const pdf = withSignatures('/ByteRange [0 1 30 9]', '/ByteRange [0 1 2 3 4]', '/ByteRange [0 1 32 1]');
    const found = signaturesOf(openPdf(pdf)).map(({ container }) => container);
    expect(found).toEqual([101, 102, 100]);
  });

  test('leads to the covered bytes, and to the value between them', () => {
    const bytes = Buffer.from('abc<48aF>defg');
    expect(coveredBytes(bytes, [1, 2, 9, 3]).map(String)).toEqual(['bc', 'def']);
    const valueIn = (text: string, from = 3) =>
      contentsAt(Buffer.from(`abc${text}defg`), [0, from, 3 + text.length, 4])?.toString('hex') ?? null;
    expect(valueIn('<48af>')).toBe('48af');
    expect(valueIn('<48AF>')).toBe('48af');
    expect(valueIn('<>')).toBe('');
    expect(valueIn('<48aF>')).toBeNull();
    expect(valueIn('<48 af>')).toBeNull();
    expect(valueIn('<48a>')).toBeNull();
    expect(valueIn('x48af>')).toBeNull();
    expect(valueIn('<48af?')).toBeNull();
    expect(valueIn('<48af>', 2)).toBeNull();
  });
});

test.each([
  ['D:20261120101530Z', '2026-11-20T10:15:30.000Z'],
  ["D:20261120101530+01'30'", '2026-11-20T08:45:30.000Z'],
  ["D:20261120101530-02'00", '2026-11-20T12:15:30.000Z'],
  ['D:20261120', '2026-11-20T00:00:00.000Z'],
  ['D:2026', '2026-01-01T00:00:00.000Z'],
  ['D:202611', '2026-11-01T00:00:00.000Z'],
  ['D:2026112010', '2026-11-20T10:00:00.000Z'],
  ['D:202611201015', '2026-11-20T10:15:00.000Z'],
  ['D:20261120101530+0130', '2026-11-20T08:45:30.000Z'],
  ["D:20261120101530-03'", '2026-11-20T13:15:30.000Z'],
  ['20261120101530Z', null],
  ['D:20261320', null],
  ['D:20260230', null],
  ['D:2026112024', null],
  ['D:202611201060', null],
  ['D:20261120101060', null],
  ['D:0050', null],
  ["D:20261120101530-00'30'", '2026-11-20T10:45:30.000Z'],
])('the claimed time %s is read as %s', async (written, expected) => {
  const { signatures } = await verifyPdf(withSignatures(`/ByteRange [0 10 20 5] /M (${written})`));
  expect(signatures[0]!.signedAt?.toISOString() ?? null).toBe(expected);
});

test('a claimed time that is not a string is not read', async () => {
  const { signatures } = await verifyPdf(withSignatures('/ByteRange [0 10 20 5] /M /D:2026'));
  expect(signatures[0]!.signedAt).toBeNull();
});

test('a signature without a valid byte range covers nothing and is not valid', async () => {
  const report = await verifyPdf(withSignatures('/SubFilter 7 /ByteRange [0 10 20]'));
  expect(report).toMatchObject({
    intact: false,
    signatures: [
      {
        valid: false,
        coversWholeFile: false,
        coversUpTo: null,
        onlyValidationDataAfter: false,
        laterChanges: 'other',
        subFilter: '',
        problems: ['the byte range is missing or lies outside the file'],
      },
    ],
  });
});

test.each([
  [['person'], 0],
  [['stamp'], 0],
  [['person', 'stamp'], 0],
  [['stamp', 'person', 'stamp'], 1],
  [['person', 'person'], 1],
  [['stamp', 'stamp'], 1],
])('of the signatures %j, number %i decides', async (kinds, decidingSignature) => {
  const entries = kinds.map((kind, at) => {
    const subFilter = kind === 'stamp' ? 'ETSI.RFC3161' : 'ETSI.CAdES.detached';
    return `/SubFilter /${subFilter} /ByteRange [0 10 20 ${10 + at}]`;
  });
  expect(await verifyPdf(withSignatures(...entries))).toMatchObject({ intact: false, decidingSignature });
});
