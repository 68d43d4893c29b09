import { type RefObject, useRef, useState } from 'react';
import { useElementWidth } from '../ui/use-element-width.ts';
import { usePinch } from './pages/use-pinch.ts';

/** Maximum width of a page at zoom 1, in CSS pixels. */
const comfortableWidth = 880;
/** Below this page width, fields are filled in a dialog. */
const narrowWidth = 560;

export interface PageSize {
  /** The element whose width is available to the pages. */
  roomRef: RefObject<HTMLDivElement | null>;
  /** The element that contains the pages and handles pinch gestures. */
  hostRef: RefObject<HTMLDivElement | null>;
  zoom: number;
  setZoom: (zoom: number) => void;
  /** CSS pixels; 0 before anything is laid out. */
  pageWidth: number;
  isNarrow: boolean;
}

/** The width of the pages: the available width times the chosen zoom. */
export function usePageSize(): PageSize {
  const [zoom, setZoom] = useState(1);
  const roomRef = useRef<HTMLDivElement>(null);
  const available = useElementWidth(roomRef);
  const hostRef = useRef<HTMLDivElement>(null);
  usePinch(hostRef, zoom, setZoom);
  const pageWidth = Math.round(Math.min(available, comfortableWidth) * zoom);
  return { roomRef, hostRef, zoom, setZoom, pageWidth, isNarrow: pageWidth < narrowWidth };
}
