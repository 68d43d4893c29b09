/** Rows of a label and a value, which may take several lines. */
import { type Block, grey, type Label, SheetStyle, type Sheets } from './sheets.ts';

/** Space below each row, in points. */
export const ROW_GAP = 3;

/** The position and widths of rows. */
export interface Rows {
  x: number;
  labelWidth: number;
  label: SheetStyle;
  value: SheetStyle;
}

export const rowsOf = (x: number, width: number, labelWidth: number, size: number): Rows => ({
  x,
  labelWidth,
  label: new SheetStyle(labelWidth - 8, size, { color: grey }),
  value: new SheetStyle(width - labelWidth, size),
});

/** A row that is laid out. */
export interface Row {
  label: Block;
  value: Block;
}

type Text = string | Label;

const blockOf = (sheets: Sheets, text: Text, textStyle: SheetStyle): Block =>
  typeof text === 'string' ? sheets.block(text, textStyle) : sheets.label(text);

export const rowOf = (sheets: Sheets, rows: Rows, label: Text, value: Text): Row => ({
  label: blockOf(sheets, label, rows.label),
  value: blockOf(sheets, value, rows.value),
});

const tallest = ({ label, value }: Row): number => Math.max(label.height, value.height);

/** The height of a row with the space below it. */
export const heightOf = (row: Row): number => tallest(row) + ROW_GAP;

/** Draws a row and moves below it. Labels have few lines; a long value can continue on the next sheet. */
export function setRow(sheets: Sheets, { x, labelWidth }: Rows, row: Row): void {
  sheets.need(Math.min(tallest(row), 60));
  sheets.set(row.label, x, sheets.y);
  sheets.flow(row.value, x + labelWidth);
  sheets.y -= tallest(row) - row.value.height + ROW_GAP;
}
