/** Addresses of the console: the browser's history, and links that do not load the page anew. */
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

interface Router {
  path: string;
  query: URLSearchParams;
  /** Goes to an address of the console; `replace` leaves no step to go back to. */
  go(to: string, options?: { replace?: boolean }): void;
  /** Asks before an address is left; null lets everybody go. */
  guard(ask: (() => boolean) | null): void;
}

const RouterContext = createContext<Router | null>(null);

const currentAddress = () => `${location.pathname}${location.search}`;

/** Follows the browser's history for everything inside it. */
export function RouterProvider({ children }: { children: ReactNode }) {
  const [address, setAddress] = useState(currentAddress);
  const asks = useRef<(() => boolean) | null>(null);
  const shown = useRef(address);
  shown.current = address;

  useEffect(() => {
    const follow = () => {
      if (asks.current && !asks.current()) history.pushState(null, '', shown.current);
      else setAddress(currentAddress());
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);

  const go = useCallback<Router['go']>((to, options) => {
    if (asks.current && !asks.current()) return;
    if (options?.replace) history.replaceState(null, '', to);
    else history.pushState(null, '', to);
    setAddress(currentAddress());
    if (!options?.replace) scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  const guard = useCallback<Router['guard']>((ask) => {
    asks.current = ask;
  }, []);

  const router = useMemo<Router>(() => {
    const [path = '/', search = ''] = address.split('?');
    return { path: path.replace(/(.)\/+$/, '$1'), query: new URLSearchParams(search), go, guard };
  }, [address, go, guard]);
  return <RouterContext value={router}>{children}</RouterContext>;
}

/** Where the reader is, and how to go elsewhere. */
export function useRouter(): Router {
  return useContext(RouterContext)!;
}

/** A link inside the console; other buttons and keys keep the browser's own meaning. */
export function Link({ href, onClick, ...rest }: ComponentProps<'a'> & { href: string }) {
  const { go } = useRouter();
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        const isPlain =
          event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
        if (event.defaultPrevented || !isPlain || rest.target) return;
        event.preventDefault();
        go(href);
      }}
    />
  );
}

/** The parts of a path that a pattern such as `/documents/:id` names, or null when it is another path. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const text = given[index]!;
    if (part.startsWith(':')) {
      if (text === '') return null;
      found[part.slice(1)] = decodeURIComponent(text);
    } else if (part !== text) return null;
  }
  return found;
}

/** An address of the console itself, never of another site. */
export function safeAddress(address: string | null): string | null {
  return address && /^\/(?![/\\])/.test(address) && !address.startsWith('/sign-in') ? address : null;
}
