/** Writes Excel workbooks for tests, in the form that Excel itself uses. */
import { type ZipPart, zipOf } from './zip.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface WorkbookParts {
  /** The content of <sheetData> of each sheet, or of the only one. */
  sheets?: Array<{ data: string; state?: string }>;
  /** Content of <sst>. */
  strings?: string;
  /** Codes of number formats from 164. Cell style n has format n of `styles`. */
  formatCodes?: string[];
  /** The number of the format of each cell style. */
  styles?: number[];
  workbookProperties?: string;
}

/** The parts of a workbook, for tests that change one. */
export function workbookParts({
  sheets = [{ data: '' }],
  strings = '',
  formatCodes = [],
  styles = [0],
  workbookProperties = '',
}: WorkbookParts): ZipPart[] {
  const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n${text}`;
  const relations = (list: Array<[id: string, type: string, target: string]>) =>
    xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
        .map(
          ([id, type, target]) =>
            `<Relationship Id="${id}" Type="${relationTypes}/${type}" Target="${target}"/>`,
        )
        .join('')}</Relationships>`,
    );
  return [
    { name: '[Content_Types].xml', content: xml('<Types/>') },
    { name: '_rels/.rels', content: relations([['rId1', 'officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content: xml(
        `<workbook xmlns="${main}" xmlns:r="${relationTypes}"><workbookPr ${workbookProperties}/><sheets>${sheets
          .map(
            ({ state }, at) =>
              `<sheet name="Sheet ${at + 1}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
          )
          .join('')}</sheets></workbook>`,
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations([
        ...sheets.map(
          (_, at) =>
            [`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`] as [string, string, string],
        ),
        ['rId91', 'styles', 'styles.xml'],
        ['rId92', 'sharedStrings', '/xl/sharedStrings.xml'],
      ]),
    },
    ...sheets.map(({ data }, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      content: xml(
        `<worksheet xmlns="${main}" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"><dimension ref="A1"/><sheetData>${data}</sheetData><pageMargins left="0.7"/></worksheet>`,
      ),
    })),
    {
      name: 'xl/styles.xml',
      content: xml(
        `<styleSheet xmlns="${main}"><numFmts>${formatCodes
          .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`)
          .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles
          .map((id) => `<xf numFmtId="${id}"/>`)
          .join('')}</cellXfs></styleSheet>`,
      ),
    },
    { name: 'xl/sharedStrings.xml', content: xml(`<sst xmlns="${main}">${strings}</sst>`) },
  ];
}

export const workbook = (parts: WorkbookParts): Buffer => zipOf(workbookParts(parts));

/** The content of <sheetData>, with inline texts. */
export function sheetData(rows: ReadonlyArray<readonly string[]>): string {
  return rows
    .map((cells, at) => {
      const row = cells.map(
        (text) => `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`,
      );
      return `<row r="${at + 1}">${row.join('')}</row>`;
    })
    .join('');
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
