/** Files of a bulk send that a person chooses: rows or corrections as CSV or Excel workbook, and a ZIP with PDFs. */
import { rowsFileTypes } from '@countersign/contract/enumerations';

const isExcel = ({ name }: File) => /\.xls[xm]$/i.test(name);

/** What a file chooser offers. */
export const rowsFileAccept = '.csv,.tsv,.xlsx,.xlsm,text/csv';

/** The media type to upload the file as. */
export const rowsFileType = (file: File) => rowsFileTypes[isExcel(file) ? 1 : 0];

/** Why the chosen file is refused, or null. */
export function rowsFileFault(file: File): string | null {
  if (!isExcel(file) && !/\.(?:csv|tsv|txt)$/i.test(file.name) && !/csv|text\/plain/.test(file.type))
    return `${file.name} is not a CSV or Excel file. Save the spreadsheet as .xlsx or CSV (UTF-8) first.`;
  return file.size === 0 ? `${file.name} is empty.` : null;
}

/** Why the chosen file is refused as the ZIP with PDFs, or null. */
export function zipFileFault({ name, size }: File): string | null {
  if (!/\.zip$/i.test(name)) return `${name} is not a ZIP file.`;
  return size === 0 ? `${name} is empty.` : null;
}
