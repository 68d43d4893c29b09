/**
 * The warnings of finalize: for each a stable code, a sentence for people, and what the sender can do. A detail, if there is
 * one, follows the sentence after a colon.
 */

interface Warning {
  /** The file can look different later or elsewhere; `ACTIVE_CONTENT=refuse` refuses it. */
  changesLook: boolean;
  /** Without its full stop, because a detail may follow. */
  sentence: string;
  advice: string;
}

const flatten =
  'Print the document to a new PDF in the program that made it, check the result, and upload that file instead.';

export const pdfWarnings = {
  javascript: {
    changesLook: true,
    sentence: 'This document contains JavaScript, which can change what a reader shows',
    advice: flatten,
  },
  layers: {
    changesLook: true,
    sentence:
      'This document has layers that it shows or hides by itself, for example only on screen or only in print',
    advice: 'Merge or remove the layers in the program that made the file.',
  },
  hidden_layers: {
    changesLook: true,
    sentence: 'This document has layers that are hidden at first and that a reader can switch on',
    advice: 'Remove the hidden layers in the program that made the file.',
  },
  xfa_form: {
    changesLook: true,
    sentence: 'This document has an XFA form, which some readers show instead of its pages',
    advice: flatten,
  },
  xfa_dynamic: {
    changesLook: true,
    sentence: 'The XFA form of this document is dynamic: its pages are laid out each time it is opened',
    advice: flatten,
  },
  launch_action: {
    changesLook: true,
    sentence: 'This document can start another program or open another file',
    advice: flatten,
  },
  submit_action: {
    changesLook: true,
    sentence: 'This document can send what is entered in it to an address',
    advice: flatten,
  },
  import_action: {
    changesLook: true,
    sentence: 'This document can load values from another file into its form',
    advice: flatten,
  },
  reset_action: {
    changesLook: true,
    sentence: 'This document can reset the values of its form',
    advice: flatten,
  },
  hide_action: {
    changesLook: true,
    sentence: 'This document can show or hide its own annotations and form fields',
    advice: flatten,
  },
  opens_other: {
    changesLook: true,
    sentence: 'This document opens an address or another document when it is opened or a page is shown',
    advice: flatten,
  },
  embedded_document: {
    changesLook: true,
    sentence: 'This document can open a file that is embedded in it',
    advice: 'Remove the embedded files, or send them as documents of their own.',
  },
  portfolio: {
    changesLook: true,
    sentence: 'This document is a portfolio: readers may show the files embedded in it instead of its pages',
    advice: 'Send the files of the portfolio as documents of their own.',
  },
  multimedia: {
    changesLook: true,
    sentence:
      'This document has video, sound, 3D or other content that plays in some readers and not in others',
    advice: flatten,
  },
  external_content: {
    changesLook: true,
    sentence: 'This document shows content that is kept outside of the file',
    advice: flatten,
  },
  print_alternates: {
    changesLook: true,
    sentence: 'This document prints other images or other content than it shows on screen',
    advice: flatten,
  },
  annotation_states: {
    changesLook: true,
    sentence: 'This document has annotations that look different on screen, in print or when pointed at',
    advice: 'Remove these annotations, or make them part of the page, in the program that made the file.',
  },
  missing_appearances: {
    changesLook: true,
    sentence:
      'This document has annotations or form values without a stored appearance, so each reader draws them in its own way',
    advice: flatten,
  },
  missing_fonts: {
    changesLook: true,
    sentence: 'This document uses fonts that it does not contain, so other readers may show other letters',
    advice: 'Embed all fonts when you make the PDF (for example by exporting it as PDF/A).',
  },
  transfer_functions: {
    changesLook: true,
    sentence: 'This document has transfer functions, which change colors in print and in some readers only',
    advice: flatten,
  },
  not_examined: {
    changesLook: true,
    sentence:
      'This document is too large or too damaged to be searched completely for content that can change what it shows',
    advice: flatten,
  },
  signed_before: {
    changesLook: false,
    sentence: 'The file is signed already; readers will note that it was changed after those signatures',
    advice: 'Nothing has to be done: the earlier signatures stay in the file.',
  },
  owner_password: {
    changesLook: false,
    sentence: 'The file is protected against changes by an owner password',
    advice: 'Nothing has to be done: the sealed file keeps this protection.',
  },
  annotations_above: {
    changesLook: false,
    sentence:
      'Annotations or form fields lie above everything else on these pages and would hide a value placed under them',
    advice:
      'Place the fields elsewhere on these pages, or print the document to a new PDF and upload that file instead.',
  },
  repaired: {
    changesLook: false,
    sentence: 'The structure of the file was repaired',
    advice: 'Look through the pages once before you send the document.',
  },
  structure_defect: {
    changesLook: false,
    sentence: 'The structure of the file has a defect',
    advice: 'Look through the pages once before you send the document.',
  },
} as const satisfies Record<string, Warning>;

export type PdfWarningCode = keyof typeof pdfWarnings;

export const pdfWarningCodes = Object.keys(pdfWarnings) as [PdfWarningCode, ...PdfWarningCode[]];

/** A warning as it is kept with a document. */
export interface PdfWarning {
  code: PdfWarningCode;
  detail?: string;
}

/** The sentence of a warning, with its detail and full stop. */
export function warningMessage({ code, detail }: PdfWarning): string {
  return `${pdfWarnings[code].sentence}${detail ? `: ${detail}` : ''}.`;
}

/** Whether the file can look different later or elsewhere. */
export const changesLook = ({ code }: PdfWarning): boolean => pdfWarnings[code].changesLook;
