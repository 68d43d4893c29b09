/** The signing page and the editor as React components. */
import { type CSSProperties, createElement, type ReactElement, useCallback, useEffect, useRef } from 'react';
import { type EmbeddedPage, type EmbedEvents, type EmbedEventType, open } from './embed.ts';

interface FrameProps {
  /** From your server; it works once. A new value after `onExpired` opens the page again. */
  url: string;
  onReady?: (event: EmbedEvents['ready']) => void;
  onExpired?: (event: EmbedEvents['expired']) => void;
  onError?: (event: EmbedEvents['error']) => void;
  /** The name of the frame for assistive technology. */
  title?: string;
  className?: string;
  /** Of the element around the frame, which fills it. */
  style?: CSSProperties;
}

export interface SigningFrameProps extends FrameProps {
  onSigned?: (event: EmbedEvents['signed']) => void;
  onDeclined?: (event: EmbedEvents['declined']) => void;
  onReassigned?: (event: EmbedEvents['reassigned']) => void;
}

export interface PreparationFrameProps extends FrameProps {
  onPrepared?: (event: EmbedEvents['prepared']) => void;
  onSent?: (event: EmbedEvents['sent']) => void;
}

/** Shows the signing page. The element needs a height. Handlers may change with every render; the latest ones are called. */
export function SigningFrame(props: SigningFrameProps): ReactElement {
  return useFrame(props, {
    signed: props.onSigned,
    declined: props.onDeclined,
    reassigned: props.onReassigned,
  });
}

/** Shows the editor of a draft, like SigningFrame. */
export function PreparationFrame(props: PreparationFrameProps): ReactElement {
  return useFrame(props, { prepared: props.onPrepared, sent: props.onSent });
}

type Handlers = { [Type in EmbedEventType]?: ((event: EmbedEvents[Type]) => void) | undefined };

const eventTypes: readonly EmbedEventType[] = [
  'ready',
  'prepared',
  'sent',
  'signed',
  'declined',
  'reassigned',
  'expired',
  'error',
];

function useFrame(props: FrameProps, handlers: Handlers): ReactElement {
  const { url, title, className, style } = props;
  const element = useRef<HTMLDivElement>(null);
  const page = useRef<EmbeddedPage | null>(null);
  const latest = useRef({ url, title });
  latest.current = { url, title };
  const latestHandlers = useRef<Handlers>({});
  latestHandlers.current = {
    ready: props.onReady,
    expired: props.onExpired,
    error: props.onError,
    ...handlers,
  };

  const isMounted = useRef(false);
  /** An error in an effect would remove the whole application from the page, so a URL that cannot be shown is an event. */
  const show = useCallback(() => {
    const { url, title } = latest.current;
    try {
      if (page.current) return page.current.load(url);
      const opened = open({ url, container: element.current!, ...(title && { title }) });
      page.current = opened;
      for (const type of eventTypes)
        opened.on(type, (event) =>
          (latestHandlers.current[type] as ((event: object) => void) | undefined)?.(event),
        );
    } catch {
      latestHandlers.current.error?.({ code: 'blocked' });
    }
  }, []);

  useEffect(() => {
    // A URL works once. React's strict mode mounts, unmounts and mounts again at once, so the frame waits for the end of that.
    const timer = setTimeout(() => {
      isMounted.current = true;
      show();
    });
    return () => {
      clearTimeout(timer);
      isMounted.current = false;
      page.current?.close();
      page.current = null;
    };
  }, [show]);

  useEffect(() => {
    if (page.current && title) page.current.frame.title = title;
  }, [title]);

  const shown = useRef(url);
  useEffect(() => {
    if (shown.current === url) return;
    shown.current = url;
    if (isMounted.current) show();
  }, [url, show]);

  return createElement('div', { ref: element, className, style });
}
