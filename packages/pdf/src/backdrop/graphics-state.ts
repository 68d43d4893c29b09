/** The part of the graphics state (ISO 32000-2, 8.4) that decides how light painted points become. */
import { PdfDict, PdfName, type PdfObject } from '../model/objects.ts';
import type { PdfFile } from '../reader/file.ts';
import { type ColorSpace, deviceSpaces } from './color-lightness.ts';
import type { Matrix, Path } from './path.ts';

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** What a fill or a stroke paints: a lightness (null if unknown), or a pattern. */
export type Paint = { lightness: number | null } | { pattern: PdfObject };

export interface Clip {
  path: Path;
  evenOdd: boolean;
}

export interface GraphicsState {
  matrix: Matrix;
  clips: readonly Clip[];
  fillSpace: ColorSpace | null;
  strokeSpace: ColorSpace | null;
  fill: Paint;
  stroke: Paint;
  fillAlpha: number;
  strokeAlpha: number;
  lineWidth: number;
  blend: 'normal' | 'multiply' | 'screen';
  /** A soft mask is set. Masks are not evaluated, so the result of painting is unknown. */
  masked: boolean;
}

export const initialState: GraphicsState = {
  matrix: IDENTITY,
  clips: [],
  fillSpace: deviceSpaces.grey,
  strokeSpace: deviceSpaces.grey,
  fill: { lightness: 0 },
  stroke: { lightness: 0 },
  fillAlpha: 1,
  strokeAlpha: 1,
  lineWidth: 1,
  blend: 'normal',
  masked: false,
};

/** Blend modes (11.3.5) by their effect on lightness. */
function blendOf(name: string | null): GraphicsState['blend'] {
  if (name === 'Multiply' || name === 'Darken' || name === 'ColorBurn') return 'multiply';
  if (name === 'Screen' || name === 'Lighten' || name === 'ColorDodge') return 'screen';
  return 'normal';
}

/** The state after the operator `gs` with this graphics state parameter dictionary (8.4.5). */
export function withParameters(file: PdfFile, state: GraphicsState, object: PdfObject): GraphicsState {
  if (!(object instanceof PdfDict)) return state;
  const mode = file.resolve(object.get('BM'));
  const mask = file.resolve(object.get('SMask'));
  return {
    ...state,
    fillAlpha: file.number(object.get('ca')) ?? state.fillAlpha,
    strokeAlpha: file.number(object.get('CA')) ?? state.strokeAlpha,
    lineWidth: file.number(object.get('LW')) ?? state.lineWidth,
    blend: mode === null ? state.blend : blendOf(file.nameOf(Array.isArray(mode) ? mode[0] : mode)),
    masked: mask === null ? state.masked : !(mask instanceof PdfName),
  };
}
