import { deflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { samplePdf } from '../testing/sample-files.ts';
import { archivalRules } from './archival.ts';
import { openPdf } from './open.ts';

const stream = (body: string, members = '') =>
  `<<${members}/Length ${body.length}>>\nstream\n${body}\nendstream`;
const packed = (text: string) => stream(deflateSync(text).toString('latin1'), '/Filter /FlateDecode ');

/** The rules of a file with this metadata and an output intent whose profile has `components` components. */
function rulesOf(metadata: string, components: number | null) {
  const intents = components === null ? '' : '/OutputIntents [101 0 R]';
  const pdf = samplePdf({
    catalogEntries: `/Metadata 100 0 R ${intents}`,
    objects: {
      100: metadata,
      101: '<</Type /OutputIntent /S /GTS_PDFA1 /DestOutputProfile 102 0 R>>',
      102: stream('profile', `/N ${components ?? 0} `),
    },
  });
  return archivalRules(openPdf(pdf));
}

test('the rules follow from the PDF/A part and the output intent', () => {
  const part = (number: number) =>
    stream(`<rdf:Description pdfaid:part="${number}" pdfaid:conformance="B"/>`);
  expect(rulesOf(part(1), 3)).toEqual({ opaque: true, characterSets: true, undefinedColors: [] });
  expect(rulesOf(part(2), 3)).toEqual({ opaque: false, characterSets: false, undefinedColors: [] });
  expect(rulesOf(part(3), 4)).toEqual({ opaque: false, characterSets: false, undefinedColors: ['rgb'] });
  expect(rulesOf(part(2), null)).toEqual({
    opaque: true,
    characterSets: false,
    undefinedColors: ['rgb', 'grey'],
  });
});

test('the claim may be an element in compressed metadata; without a claim there are no rules', () => {
  expect(rulesOf(stream('<pdfaid:part>1</pdfaid:part>'), 3)?.characterSets).toBe(true);
  expect(rulesOf(packed("<rdf:Description pdfaid:part = '2'/>"), 4)?.undefinedColors).toEqual(['rgb']);
  expect(rulesOf(stream('<dc:title>pdfaid</dc:title>'), 3)).toBeNull();
  expect(archivalRules(openPdf(samplePdf()))).toBeNull();
});

test('unreadable metadata is not a claim', () => {
  expect(rulesOf(stream('no flate', '/Filter /FlateDecode '), 3)).toBeNull();
  expect(rulesOf('<</Type /Metadata>>', 3)).toBeNull();
});
