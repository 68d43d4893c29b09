/** Files with rows, or corrections of rows, that a person chooses: CSV, or an Excel workbook. */
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
