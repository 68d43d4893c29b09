/** Addresses of the console: the browser's history, and links that do not reload the page. */
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
  /** Goes to an address of the console; `replace` replaces the current history entry. Returns whether the page was left. */
  go(to: string, options?: { replace?: boolean }): boolean;
  /** Sets a function that is called before each navigation and returns whether to leave the page. Null removes it. */
  guard(mayLeave: (() => boolean) | null): void;
}

const RouterContext = createContext<Router | null>(null);

const positionOf = (state: unknown): number | null =>
  (state as { position?: number } | null)?.position ?? null;

const currentAddress = () => `${location.pathname}${location.search}`;

/** Provides the router to its children and follows the browser's history. */
export function RouterProvider({ children }: { children: ReactNode }) {
  const [address, setAddress] = useState(currentAddress);
  const leaveGuard = useRef<(() => boolean) | null>(null);
  /** The position of the shown address in this tab's history; each entry keeps its own in its state. */
  const position = useRef(positionOf(history.state) ?? 0);
  const isUndoing = useRef(false);

  useEffect(() => {
    history.replaceState({ position: position.current }, '');
    const follow = () => {
      const target = positionOf(history.state) ?? position.current;
      if (isUndoing.current) {
        isUndoing.current = false;
      } else if (leaveGuard.current && target !== position.current && !leaveGuard.current()) {
        // The browser has already moved. Moving back by the same number of steps keeps all entries.
        isUndoing.current = true;
        history.go(position.current - target);
      } else {
        position.current = target;
        setAddress(currentAddress());
      }
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);

  const go = useCallback<Router['go']>((to, options) => {
    if (leaveGuard.current && !leaveGuard.current()) return false;
    if (options?.replace) history.replaceState({ position: position.current }, '', to);
    else {
      position.current += 1;
      history.pushState({ position: position.current }, '', to);
    }
    setAddress(currentAddress());
    if (!options?.replace) scrollTo({ top: 0, behavior: 'instant' });
    return true;
  }, []);
  const guard = useCallback<Router['guard']>((mayLeave) => {
    leaveGuard.current = mayLeave;
  }, []);

  const router = useMemo<Router>(() => {
    const [path = '/', search = ''] = address.split('?');
    return { path: path.replace(/(.)\/+$/, '$1'), query: new URLSearchParams(search), go, guard };
  }, [address, go, guard]);
  return <RouterContext value={router}>{children}</RouterContext>;
}

/** The current address, and how to change it. */
export function useRouter(): Router {
  return useContext(RouterContext)!;
}

/** A link inside the console. Clicks with another button or a modifier key are left to the browser. */
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
      const decoded = decodePart(text);
      if (decoded === null) return null;
      found[part.slice(1)] = decoded;
    } else if (part !== text) return null;
  }
  return found;
}

/** The decoded part of a path, or null when it is not valid percent-encoding (RFC 3986, section 2.1). */
function decodePart(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** An address of the console itself, never of another site. Browsers remove tabs and line breaks, so `/\t/` counts as `//`. */
export function safeAddress(address: string | null): string | null {
  return address && /^\/(?![/\\\t\n\r])/.test(address) && !address.startsWith('/sign-in') ? address : null;
}
