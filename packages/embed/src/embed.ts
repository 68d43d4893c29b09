/**
 * Shows the signing page of a Countersign service, or its editor of one draft, in a frame and reports what happens on it. It accepts
 * messages only from that frame and from the origin of its URL, and posts messages only to that origin.
 */

/** Statuses of the document after this recipient has signed. */
export type DocumentStatus = 'partially_signed' | 'completed' | (string & {});

/** What happens on the page. `prepared` and `sent` come from the editor, `signed`, `declined` and `reassigned` from the signing page. */
export interface EmbedEvents {
  /** The document is shown. */
  ready: Record<never, never>;
  /** The person has finished preparing the draft, and the service has stored it. They may go on and finish again. */
  prepared: Record<never, never>;
  /** The person has sent the document, and the service has stored that. */
  sent: Record<never, never>;
  /** The recipient has signed or approved, and the service has stored it. */
  signed: { document_status: DocumentStatus };
  /** The recipient has declined, and the service has stored it. */
  declined: Record<never, never>;
  /** The recipient has passed signing to another person, who gets an email. */
  reassigned: Record<never, never>;
  /** The page needs a new URL: this one was used (also by a reload), is too old, or its session has ended. Pass one to `load`. */
  expired: { reason: 'used' | 'expired' | 'ended' };
  /**
   * The page cannot go on. It never means that signing or sending failed after the person pressed the button: then the page itself asks
   * the service what happened. `blocked`: the page did not start in the frame; usually the origin of this page is not registered. The
   * React components also report it for a URL that is not http or https.
   */
  error: {
    code:
      | 'document-voided'
      | 'document-rejected'
      | 'document-expired'
      | 'not-found'
      | 'unreachable'
      | 'blocked';
  };
}

export type EmbedEventType = keyof EmbedEvents;
/** An event with its type, for a listener to all events. */
export type EmbedEvent = { [Type in EmbedEventType]: { type: Type } & EmbedEvents[Type] }[EmbedEventType];

export interface OpenOptions {
  /**
   * From `POST /v1/documents/{doc_id}/recipients/{recipient_id}/session` or `POST /v1/documents/{doc_id}/preparation-session`, which
   * your server calls. It works once.
   */
  url: string;
  /** The element that gets the frame, or a selector for it. The frame fills its width and height. */
  container: Element | string;
  /** The name of the frame for assistive technology. */
  title?: string;
}

/** The page in its frame. */
export interface EmbeddedPage {
  /** The frame, to style it. */
  readonly frame: HTMLIFrameElement;
  /** Calls the listener for each event of this type. Returns a function that removes the listener. */
  on<Type extends EmbedEventType>(type: Type, listener: (event: EmbedEvents[Type]) => void): () => void;
  /** Shows another URL in the same frame, after `expired`. */
  load(url: string): void;
  /** Removes the frame and stops listening. */
  close(): void;
}

const protocol = 'countersign';
const eventTypes: readonly string[] = [
  'ready',
  'prepared',
  'sent',
  'signed',
  'declined',
  'reassigned',
  'expired',
  'error',
];
/** Time limit from the frame's load event to the first message of the page. After that, the page counts as blocked. */
const firstMessageMs = 20_000;

/** Puts the page into the container. Throws for a URL that is not http or https, and if there is no such container. */
export function open({ url, container, title = titleOf(url) }: OpenOptions): EmbeddedPage {
  let origin = originOf(url);
  const place = typeof container === 'string' ? document.querySelector(container) : container;
  if (!place) throw new Error(`countersign-embed: there is no element ${String(container)}`);
  const listeners = new Map<string, Set<(event: never) => void>>();
  const frame = document.createElement('iframe');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let started = () => {};

  const emit = (type: string, event: object) => {
    for (const listener of [...(listeners.get(type) ?? [])]) listener(event as never);
  };
  /** The page posts its first message shortly before or after the frame's load event. A page that the browser refuses posts none. */
  const watch = () => {
    let hasStarted = false;
    clearTimeout(timer);
    started = () => {
      hasStarted = true;
      clearTimeout(timer);
    };
    frame.onload = () => {
      clearTimeout(timer);
      if (!hasStarted) timer = setTimeout(() => emit('error', { code: 'blocked' }), firstMessageMs);
      hasStarted = false;
    };
  };
  const onMessage = (message: MessageEvent) => {
    if (message.source !== frame.contentWindow || message.origin !== origin) return;
    const data = message.data as { protocol?: unknown; type?: unknown } | null;
    if (data?.protocol !== protocol || typeof data.type !== 'string') return;
    if (data.type === 'loaded') {
      started();
      frame.contentWindow?.postMessage({ protocol, type: 'hello' }, origin);
    } else if (eventTypes.includes(data.type)) {
      const { protocol: _protocol, type, ...event } = data;
      emit(type as string, event);
    }
  };

  window.addEventListener('message', onMessage);
  frame.title = title;
  frame.referrerPolicy = 'no-referrer';
  frame.style.cssText = 'border: 0; width: 100%; height: 100%; display: block';
  watch();
  frame.src = url;
  place.appendChild(frame);

  return {
    frame,
    on: (type, listener) => {
      const known = listeners.get(type) ?? new Set();
      listeners.set(type, known.add(listener as (event: never) => void));
      return () => void known.delete(listener as (event: never) => void);
    },
    load: (next) => {
      origin = originOf(next);
      watch();
      frame.src = next;
    },
    close: () => {
      clearTimeout(timer);
      window.removeEventListener('message', onMessage);
      listeners.clear();
      frame.remove();
    },
  };
}

/** The name of the frame for assistive technology. */
function titleOf(url: string): string {
  return /\/embed\/prepare\//.test(url) ? 'Prepare a document' : 'Sign a document';
}

function originOf(url: string): string {
  const { protocol: scheme, origin } = new URL(url);
  if (scheme !== 'https:' && scheme !== 'http:')
    throw new Error('countersign-embed: the URL must be http or https');
  return origin;
}
