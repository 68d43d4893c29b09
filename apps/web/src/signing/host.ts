/**
 * The application around this page, when it is shown in a frame. Messages go only to the window that contains this one, and only
 * while its origin is one that the workspace registered (HTML standard, cross-document messaging).
 */
import type { PageEvent, PreparationEvent } from './page-events.ts';

/** Messages of this protocol have this member. */
const protocol = 'countersign';

export interface Host {
  /** True in a frame. */
  isFramed: boolean;
  /** Announces this page to the application, which answers with its origin. Returns a function that stops listening. */
  listen(): () => void;
  /** The registered origins. Nothing is sent before they are known. */
  allow(origins: readonly string[]): void;
  /** Sends the event, as soon as the origin of the application is known and registered. */
  report(event: PageEvent | PreparationEvent): void;
}

type HostWindow = Pick<Window, 'addEventListener' | 'removeEventListener'> & { parent: unknown };

/** The application around the window. Without one, events go nowhere. */
export function createHost(window: HostWindow): Host {
  const parent = window.parent as Pick<Window, 'postMessage'>;
  const isFramed = parent !== (window as unknown);
  const waiting: Array<PageEvent | PreparationEvent> = [];
  let registered: readonly string[] | null = null;
  let origin: string | null = null;

  const flush = () => {
    if (origin === null || !registered?.includes(origin)) return;
    for (const event of waiting.splice(0)) parent.postMessage({ protocol, ...event }, origin);
  };
  const onMessage = (message: MessageEvent) => {
    if (message.source !== (parent as unknown)) return;
    const data = message.data as { protocol?: unknown; type?: unknown } | null;
    if (data?.protocol !== protocol || data.type !== 'hello') return;
    origin = message.origin;
    flush();
  };
  return {
    isFramed,
    listen: () => {
      if (!isFramed) return () => {};
      window.addEventListener('message', onMessage);
      // Any origin may receive this, because it contains no data. The answer shows the origin of the application.
      parent.postMessage({ protocol, type: 'loaded' }, '*');
      return () => window.removeEventListener('message', onMessage);
    },
    allow: (origins) => {
      registered = origins;
      flush();
    },
    report: (event) => {
      if (!isFramed) return;
      waiting.push(event);
      flush();
    },
  };
}
