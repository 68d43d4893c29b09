/** Actions (ISO 32000-2, 12.6) that change what a document shows, access other files or run programs. */
import type { PdfWarningCode } from '@countersign/contract/pdf-warning';
import { type PdfDict, type PdfObject, PdfString } from '../model/objects.ts';
import type { Search, Visit } from './search.ts';

/** By /S: dangerous whether the action is triggered automatically or by a click. */
const always: Readonly<Record<string, PdfWarningCode>> = {
  JavaScript: 'javascript',
  Launch: 'launch_action',
  SubmitForm: 'submit_action',
  ImportData: 'import_action',
  ResetForm: 'reset_action',
  Hide: 'hide_action',
  SetOCGState: 'layers',
  GoToE: 'embedded_document',
  Rendition: 'multimedia',
  Movie: 'multimedia',
  Sound: 'multimedia',
  RichMediaExecute: 'multimedia',
  GoTo3DView: 'multimedia',
};

/** By /S: ordinary links when clicked, but dangerous when triggered automatically. */
const whenAutomatic = new Set(['GoToR', 'URI', 'Thread']);

/** Reports what is dangerous about an action whenever it is triggered. Returns its type. */
function reportDangers(search: Search, action: PdfDict): string | null {
  const type = search.name(action.get('S'));
  const code = type === null || !Object.hasOwn(always, type) ? null : always[type]!;
  if (code) search.report(code);
  // Renditions may contain scripts too (12.6.4.14), and so may addresses.
  if (search.has(action.get('JS')) || isScript(search.resolve(action.get('URI'))))
    search.report('javascript');
  return type;
}

const isScript = (address: PdfObject): boolean =>
  address instanceof PdfString &&
  /^\s*javascript:/i.test(Buffer.from(address.bytes).toString('latin1', 0, 100));

/** An action triggered by clicking or typing. */
export const clickedAction: Visit = (search, action) => {
  reportDangers(search, action);
  search.visitEach(action.get('Next'), clickedAction);
};

/** An action triggered automatically, for example when the document is opened. */
export const automaticAction: Visit = (search, action) => {
  const type = reportDangers(search, action);
  const staysInFile = type === 'Thread' && !search.has(action.get('F'));
  if (type !== null && whenAutomatic.has(type) && !staysInFile) search.report('opens_other');
  search.visitEach(action.get('Next'), automaticAction);
};
