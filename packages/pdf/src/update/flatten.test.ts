import { describe, expect, test } from '@jest/globals';
import type { PdfRef, PdfStream } from '../model/objects.ts';
import { openPdf } from '../reader/open.ts';
import { readPageTree } from '../reader/pages.ts';
import { samplePdf } from '../testing/sample-files.ts';
import { flattenAnnotations, Silenced } from './flatten.ts';

const FORM = (entries: string) =>
  `<</Type /XObject /Subtype /Form ${entries} /Length 1>>\nstream\nn\nendstream`;
const AREA = { x: 100, y: 100, w: 50, h: 20 };

/** Flattens a page with one widget, object 100, whose appearance is object 101. */
function flatten(widget: string, appearance = FORM('/BBox [0 0 10 10]')) {
  const objects = { 100: `<</Type /Annot /Subtype /Widget ${widget}>>`, 101: appearance };
  const file = openPdf(samplePdf({ pageEntries: '/Annots [100 0 R]', objects }));
  const { content, forms, annotations } = flattenAnnotations(file, readPageTree(file).pages[0]!, [AREA], {
    signed: false,
  });
  return {
    content,
    forms: [...forms].map(([name, form]) => [name, (form as PdfRef).num]),
    left: annotations?.length ?? 1,
  };
}

const STAMP = (entries = '') =>
  `<</Type /Annot /Subtype /Stamp /Rect [110 90 130 110] /AP <</N 101 0 R>> ${entries}>>`;

/** Flattens a page with these annotations. */
function flattened(list: string, objects: Record<number, string>, signed = false, page = '') {
  const forms = { 101: FORM('/BBox [0 0 10 10]') };
  const file = openPdf(
    samplePdf({ pageEntries: `/Annots ${list} ${page}`, objects: { ...forms, ...objects } }),
  );
  return flattenAnnotations(file, readPageTree(file).pages[0]!, [AREA], { signed });
}

describe('an annotation in an area that is drawn on', () => {
  test('becomes content and stays without its appearance', () => {
    const { content, annotations, covering } = flattened('[100 0 R]', {
      100: STAMP('/AS /On /Contents (a comment) /P 4 0 R'),
    });
    expect(content).toBe('q 2 0 0 2 110 90 cm /CountersignField1 Do Q\n');
    expect(annotations).toEqual([expect.any(Silenced)]);
    const { dict, ref } = annotations![0] as Silenced;
    expect(ref?.num).toBe(100);
    expect([...dict.map.keys()]).toEqual(['Type', 'Subtype', 'Rect', 'AP', 'Contents', 'P']);
    expect(covering).toEqual([]);
  });

  test('is drawn with numbers that have no exponent, and keeps its size', () => {
    const drawn = (scale: string) =>
      flattened('[100 0 R]', {
        100: STAMP(),
        101: FORM(`/BBox [0 0 10 10] /Matrix [${scale} 0 0 ${scale} 0 0]`),
      }).content;
    expect(drawn('1e7')).toBe('q 0.0000002 0 0 0.0000002 110 90 cm /CountersignField1 Do Q\n');
    expect(drawn('1e-30')).toBe('q 0 0 0 0 110 90 cm /CountersignField1 Do Q\n');
  });

  test('keeps its old object if other pages may share it', () => {
    expect((flattened('[100 0 R]', { 100: STAMP() }).annotations![0] as Silenced).ref).toBeNull();
    expect((flattened(`[${STAMP()}]`, {}).annotations![0] as Silenced).ref).toBeNull();
    const ofAnother = flattened('[100 0 R]', { 100: STAMP('/P 3 0 R') });
    expect((ofAnother.annotations![0] as Silenced).ref).toBeNull();
  });

  test('becomes content together with those below it, in their order, but without those above it', () => {
    const at = (rect: string) => STAMP(`/Rect [${rect}]`).replace('/Rect [110 90 130 110] ', '');
    const { content, annotations } = flattened(
      `[${at('120 60 160 95')} ${at('300 300 310 310')} ${STAMP()} ${at('125 40 200 99')}]`,
      {},
    );
    expect(content.match(/cm/g)).toHaveLength(2);
    expect(content).toMatch(/120 60 cm .*\n.*110 90 cm/);
    expect(annotations!.map((item) => item instanceof Silenced)).toEqual([true, false, true, false]);
  });

  test('keeps its layer', () => {
    const { forms } = flattened('[100 0 R]', { 100: STAMP('/OC 102 0 R'), 102: '<</Type /OCG /Name (x)>>' });
    expect((forms.get('CountersignField1') as PdfStream).dict.get('OC')).toMatchObject({ num: 102 });
  });

  test.each([
    ['hidden', STAMP('/F 2'), []],
    ['not for the screen', STAMP('/F 32'), []],
    ['a link without an appearance', '<</Subtype /Link /Rect [110 90 130 110]>>', []],
    ['a pop-up', STAMP().replace('Stamp', 'Popup'), []],
    ['one that blends', STAMP('/BM /Multiply'), ['stamp']],
    ['one that readers draw', '<</Subtype /FreeText /Rect [110 90 130 110]>>', ['text box']],
    [
      'a filled-in form field without an appearance',
      '<</Subtype /Widget /FT /Tx /V (a) /Rect [110 90 130 110]>>',
      ['form field'],
    ],
  ])('stays if it is %s, and is reported if it covers the area', (_, annotation, covering) => {
    expect(flattened(`[${annotation}]`, {})).toEqual({
      content: '',
      forms: new Map(),
      annotations: null,
      covering,
    });
  });

  test('stays if it does not rotate with the page', () => {
    const upright = flattened(`[${STAMP('/F 16')}]`, {}, false, '/Rotate 90');
    expect(upright).toMatchObject({ annotations: null, covering: ['stamp'] });
    expect(flattened(`[${STAMP('/F 16')}]`, {}).covering).toEqual([]);
  });

  test('stays and is reported in a signed file', () => {
    const widget = STAMP('/FT /Sig').replace('Stamp', 'Widget');
    expect(flattened(`[${STAMP()} ${STAMP()} ${widget}]`, {}, true)).toEqual({
      content: '',
      forms: new Map(),
      annotations: null,
      covering: ['form field', 'stamp'],
    });
  });

  test('is removed if the list of annotations cannot be read, because readers would not show the page', () => {
    expect(flattened('102 0 R', { 102: '[[<< (' }).annotations).toEqual([]);
  });
});

describe('a form field in an area that is drawn on', () => {
  test('becomes content in the same place', () => {
    expect(flatten('/FT /Tx /Rect [110 90 130 110] /AP <</N 101 0 R>>')).toEqual({
      content: 'q 2 0 0 2 110 90 cm /CountersignField1 Do Q\n',
      forms: [['CountersignField1', 101]],
      left: 0,
    });
  });

  test('keeps the rotation and offset of its appearance', () => {
    const turned = FORM('/BBox [0 0 10 20] /Matrix [0 1 -1 0 5 5]');
    expect(flatten('/Rect [110 110 150 130] /AP <</N 101 0 R>>', turned).content).toBe(
      'q 2 0 0 2 140 100 cm /CountersignField1 Do Q\n',
    );
  });

  test('takes along fonts that only the form defines', () => {
    const text = '/F 9 Tf (own) Tj /Helv 0 Tf (shared) Tj /None 1 Tf';
    const objects = {
      100: '<</Type /Annot /Subtype /Widget /Rect [110 90 130 110] /AP <</N 101 0 R>>>>',
      101: `<</Subtype /Form /BBox [0 0 9 9] /Resources <</Font <</F 5 0 R>> /ProcSet []>> /Length ${text.length}>>\nstream\n${text}\nendstream`,
    };
    const catalogEntries = '/AcroForm <</Fields [] /DR <</Font <</Helv 3 0 R /Other 3 0 R>>>>>>';
    const file = openPdf(samplePdf({ pageEntries: '/Annots [100 0 R]', catalogEntries, objects }));
    const { forms } = flattenAnnotations(file, readPageTree(file).pages[0]!, [AREA], { signed: false });
    const form = forms.get('CountersignField1') as PdfStream;
    expect(Buffer.from(form.bytes).toString()).toBe(text);
    const resources = file.dict(form.dict.get('Resources'))!;
    expect([...resources.map.keys()]).toEqual(['Font', 'ProcSet']);
    expect([...file.dict(resources.get('Font'))!.map.keys()]).toEqual(['F', 'Helv']);
  });

  test('shows its current state', () => {
    const states = '/Rect [110 90 130 110] /AP <</N <</On 101 0 R /Off 5 0 R>>>>';
    expect(flatten(`${states} /AS /On`).forms).toEqual([['CountersignField1', 101]]);
    expect(flatten(`${states} /AS /Neither`)).toEqual({ content: '', forms: [], left: 1 });
  });

  test('stays where nothing is drawn', () => {
    expect(flatten('/Rect [0 0 50 50] /AP <</N 101 0 R>>')).toEqual({ content: '', forms: [], left: 1 });
  });

  test('stays if its appearance is not in the file', () => {
    expect(flatten('/FT /Tx /V (kept) /Rect [110 90 130 110]').left).toBe(1);
  });

  test('is found and kept if the list of annotations is not a list', () => {
    const widget = '<</Type /Annot /Subtype /Widget /Rect [0 0 50 50]>>';
    const file = openPdf(samplePdf({ pageEntries: '/Annots 100 0 R', objects: { 100: widget } }));
    const { annotations } = flattenAnnotations(file, readPageTree(file).pages[0]!, [AREA], { signed: false });
    expect(annotations).toEqual([expect.objectContaining({ num: 100 })]);
    const broken = openPdf(samplePdf({ pageEntries: '/Annots (none)' }));
    expect(
      flattenAnnotations(broken, readPageTree(broken).pages[0]!, [AREA], { signed: false }).annotations,
    ).toEqual([]);
  });

  test.each([
    ['stays if readers draw its value', '/V (new)', 1],
    ['becomes content if readers would cover what is drawn', '/V (new) /MK <</BG [1]>>', 0],
    ['becomes content if it is not filled in', '/V ()', 0],
  ])('%s', (_, entries, left) => {
    const objects = {
      100: `<</Subtype /Widget /Parent 102 0 R /Rect [110 90 130 110] /AP <</N 101 0 R>> ${entries}>>`,
      101: FORM('/BBox [0 0 10 10]'),
      102: '<</FT /Tx /T (a) /Kids [100 0 R]>>',
    };
    const catalogEntries = '/AcroForm <</Fields [102 0 R] /NeedAppearances true>>';
    const file = openPdf(samplePdf({ pageEntries: '/Annots [100 0 R]', catalogEntries, objects }));
    const { annotations } = flattenAnnotations(file, readPageTree(file).pages[0]!, [AREA], { signed: false });
    expect(annotations?.length ?? 1).toBe(left);
  });

  test('stays if it cannot be read', () => {
    expect(flatten('/Rect [110 90 130 110] /AP [[')).toEqual({ content: '', forms: [], left: 1 });
  });

  test('is removed without content if it is hidden or an unsigned signature field', () => {
    expect(flatten('/F 2 /Rect [110 90 130 110] /AP <</N 101 0 R>>')).toEqual({
      content: '',
      forms: [],
      left: 0,
    });
    expect(flatten('/FT /Sig /Rect [110 90 130 110]')).toEqual({ content: '', forms: [], left: 0 });
  });
});
