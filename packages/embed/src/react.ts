/** The signing page as a React component. */
import { type CSSProperties, createElement, useEffect, useRef } from 'react';
import { type EmbeddedSigning, type EmbedEvents, open } from './embed.ts';

export interface SigningFrameProps {
  /** From your server; it works once. A new value after `onExpired` opens the page again. */
  url: string;
  onReady?: (event: EmbedEvents['ready']) => void;
  onSigned?: (event: EmbedEvents['signed']) => void;
  onDeclined?: (event: EmbedEvents['declined']) => void;
  onReassigned?: (event: EmbedEvents['reassigned']) => void;
  onExpired?: (event: EmbedEvents['expired']) => void;
  onError?: (event: EmbedEvents['error']) => void;
  /** The name of the frame for assistive technology. */
  title?: string;
  className?: string;
  /** Of the element around the frame, which fills it. */
  style?: CSSProperties;
}

/** Shows the signing page. The element needs a height. Handlers may change with every render; the latest ones are called. */
export function SigningFrame(props: SigningFrameProps) {
  const { url, title, className, style } = props;
  const element = useRef<HTMLDivElement>(null);
  const signing = useRef<EmbeddedSigning | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    // A URL works once. React's strict mode mounts, unmounts and mounts again at once, so the frame waits for the end of that.
    const timer = setTimeout(() => {
      const { url, title } = latest.current;
      const opened = open({ url, container: element.current!, ...(title && { title }) });
      signing.current = opened;
      opened.on('ready', (event) => latest.current.onReady?.(event));
      opened.on('signed', (event) => latest.current.onSigned?.(event));
      opened.on('declined', (event) => latest.current.onDeclined?.(event));
      opened.on('reassigned', (event) => latest.current.onReassigned?.(event));
      opened.on('expired', (event) => latest.current.onExpired?.(event));
      opened.on('error', (event) => latest.current.onError?.(event));
    });
    return () => {
      clearTimeout(timer);
      signing.current?.close();
      signing.current = null;
    };
  }, []);

  useEffect(() => {
    if (signing.current && title) signing.current.frame.title = title;
  }, [title]);

  const shown = useRef(url);
  useEffect(() => {
    if (shown.current === url) return;
    shown.current = url;
    signing.current?.load(url);
  }, [url]);

  return createElement('div', { ref: element, className, style });
}
