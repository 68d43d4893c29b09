/** For tests: extracts text from drawn content like a PDF reader, by the embedded ToUnicode CMaps and ActualText. */
import { inflateSync } from 'node:zlib';
import {
  type ObjectSink,
  PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfTemplate,
} from '../model/objects.ts';
import { Lexer } from '../reader/lexer.ts';
import { ByteWriter } from '../update/serialize.ts';

/** A sink that keeps added objects and parses templates as a reader would. */
export class CollectingSink implements ObjectSink {
  readonly objects: PdfObject[] = [];
  add(object: PdfObject): PdfRef {
    this.objects.push(object instanceof PdfTemplate ? readAgain(object) : object);
    return new PdfRef(this.objects.length);
  }
  /** The dictionary of a value, which may be a reference. Throws if there is none. */
  dict(value: PdfObject | undefined): PdfDict {
    const object = value instanceof PdfRef ? this.objects[value.num - 1] : value;
    if (object instanceof PdfStream) return object.dict;
    if (!(object instanceof PdfDict)) throw new Error('not a dictionary');
    return object;
  }
  /** The decoded bytes of a FlateDecode stream. */
  stream(value: PdfObject | undefined): Buffer {
    const object = value instanceof PdfRef ? this.objects[value.num - 1] : undefined;
    if (!(object instanceof PdfStream)) throw new Error('not a stream');
    return object.dict.get('Filter') === undefined ? Buffer.from(object.bytes) : inflateSync(object.bytes);
  }
}

function readAgain(object: PdfTemplate): PdfObject {
  const writer = new ByteWriter();
  writer.object(object, 0, 0, 0);
  const lexer = new Lexer(writer.finish());
  lexer.decryptString = () => {
    throw new Error('a template must not contain strings, because an encrypted file would not encrypt them');
  };
  return lexer.readObject();
}

const utf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

interface FontTexts {
  /** Matches one code in hexadecimal; its length is that of the code space. */
  codes: RegExp;
  texts: Map<string, string>;
}

function readToUnicode(cmap: string): FontTexts {
  const [, first] = /begincodespacerange\n<([0-9a-f]+)>/.exec(cmap)!;
  const texts = new Map(
    Array.from(cmap.matchAll(/^<([0-9a-f]{2}|[0-9a-f]{4})> <((?:[0-9a-f]{4})+)>$/gm), ([, code, text]) => [
      code!,
      utf16(text!),
    ]),
  );
  return { codes: new RegExp(`[0-9a-f]{${first!.length}}`, 'g'), texts };
}

const noTexts: FontTexts = { codes: /[0-9a-f]{2}/g, texts: new Map() };

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r' };

/** The bytes of a literal string in hexadecimal. */
const codesOf = (literal: string): string =>
  Buffer.from(
    literal.slice(1, -1).replace(/\\([\s\S])/g, (_, escaped: string) => escapes[escaped] ?? escaped),
    'latin1',
  ).toString('hex');

/** The text of a content stream, one line per text object (BT … ET), in the order drawn. */
export function readText(drawn: { content: Uint8Array; resources: PdfDict }, sink: CollectingSink): string[] {
  const fonts = new Map<string, FontTexts>();
  const fontDict = drawn.resources.get('Font');
  if (fontDict instanceof PdfDict)
    for (const [name, reference] of fontDict.map)
      fonts.set(name, readToUnicode(sink.stream(sink.dict(reference).get('ToUnicode')).toString('latin1')));
  const content = Buffer.from(drawn.content).toString('latin1');
  let font = noTexts;
  return Array.from(content.matchAll(/^BT\n([\s\S]*?)\nET$/gm), ([, block]) => {
    let text = '';
    let actual = false;
    for (const [token] of block!.matchAll(/\/F\d+ |<feff[0-9a-f]*>>> BDC|EMC|\((?:\\[\s\S]|[^\\)])*\)/g)) {
      if (token.startsWith('/F')) font = fonts.get(token.slice(1).trim()) ?? noTexts;
      else if (token === 'EMC') actual = false;
      else if (token.endsWith('BDC')) {
        actual = true;
        text += utf16(token.slice(5, token.indexOf('>')));
      } else if (!actual)
        for (const [code] of codesOf(token).matchAll(font.codes))
          text += font.texts.get(code) ?? `{${code}?}`;
    }
    return text;
  });
}
