import { type RefObject, useRef, useState } from 'react';
import { useElementWidth } from '../ui/use-element-width.ts';
import { usePinch } from './pages/use-pinch.ts';

/** Pages are not laid out wider than this, in CSS pixels, unless enlarged. */
const comfortableWidth = 880;
/** Below this width of a page a field is filled in in a dialog when it is stepped to. */
const narrowWidth = 560;

export interface PageSize {
  /** The element whose width the pages may take. */
  roomRef: RefObject<HTMLDivElement | null>;
  /** The element that holds the pages, and takes the fingers that enlarge them. */
  hostRef: RefObject<HTMLDivElement | null>;
  zoom: number;
  setZoom: (zoom: number) => void;
  /** CSS pixels; 0 before anything is laid out. */
  pageWidth: number;
  isNarrow: boolean;
}

/** How wide a page is: as the window allows, times what the reader chose. */
export function usePageSize(): PageSize {
  const [zoom, setZoom] = useState(1);
  const roomRef = useRef<HTMLDivElement>(null);
  const available = useElementWidth(roomRef);
  const hostRef = useRef<HTMLDivElement>(null);
  usePinch(hostRef, zoom, setZoom);
  const pageWidth = Math.round(Math.min(available, comfortableWidth) * zoom);
  return { roomRef, hostRef, zoom, setZoom, pageWidth, isNarrow: pageWidth < narrowWidth };
}
