/** The session: the person who is signed in, the workspace and the mode (/v1/console/session). */
import { ApiError } from '@countersign/client/errors';
import type { SessionOut } from '@countersign/client/generated/api';
import type { Mode } from '@countersign/contract/common';
import { isAtLeast, type Role } from '@countersign/contract/roles';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { type Client, createClient } from './client.ts';
import { queryClient } from './query-client.ts';
import { onReturn } from './reachability.ts';

export type Workspace = SessionOut['workspaces'][number];

export type SessionState =
  | { status: 'asking' }
  | { status: 'failed'; error: unknown }
  | { status: 'out' }
  | { status: 'in'; session: SessionOut };

interface SessionStore {
  state: SessionState;
  /** Sets the session; null = signed out. */
  setSession(session: SessionOut | null): void;
  reload(): Promise<void>;
}

const SessionContext = createContext<SessionStore | null>(null);
const ScopeContext = createContext<Scope | null>(null);
const CallerContext = createContext<Caller | null>(null);

/** Loads the session and provides it to its children. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ status: 'asking' });
  const setSession = useCallback((session: SessionOut | null) => {
    queryClient.clear();
    setState(session ? { status: 'in', session } : { status: 'out' });
  }, []);
  const reload = useCallback(async () => {
    try {
      const session = await createClient(null, 'live').get('/v1/console/session');
      setState({ status: 'in', session });
    } catch (error) {
      const isOut = error instanceof ApiError && (error.status === 401 || error.status === 403);
      setState((known) =>
        isOut ? { status: 'out' } : known.status === 'in' ? known : { status: 'failed', error },
      );
    }
  }, []);
  useEffect(() => void reload(), [reload]);
  useEffect(() => onReturn(() => void reload()), [reload]);
  const store = useMemo(() => ({ state, setSession, reload }), [state, setSession, reload]);
  return <SessionContext value={store}>{children}</SessionContext>;
}

export function useSessionStore(): SessionStore {
  return useContext(SessionContext)!;
}

export interface Scope {
  session: SessionOut;
  workspace: Workspace;
  mode: Mode;
  client: Client;
  chooseWorkspace(slug: string): void;
  chooseMode(mode: Mode): void;
}

const remembered = {
  workspace: 'countersign.workspace',
  mode: 'countersign.mode',
} as const;

function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Workspace or mode named by the address: links in emails name those of their document. */
const fromAddress = (name: 'workspace' | 'mode') => new URLSearchParams(location.search).get(name);

function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

/** Provides the chosen workspace and mode to its children. Both are remembered on this device. */
export function ScopeProvider({ session, children }: { session: SessionOut; children: ReactNode }) {
  const [slug, setSlug] = useState(() => fromAddress('workspace') ?? recall(remembered.workspace));
  const [mode, setMode] = useState<Mode>(() =>
    (fromAddress('mode') ?? recall(remembered.mode)) === 'test' ? 'test' : 'live',
  );
  const workspace = session.workspaces.find((one) => one.slug === slug) ?? session.workspaces[0]!;
  const { setSession } = useSessionStore();
  const client = useMemo(
    () => createClient(workspace.slug, mode, () => setSession(null)),
    [workspace.slug, mode, setSession],
  );
  const scope = useMemo<Scope>(
    () => ({
      session,
      workspace,
      mode,
      client,
      chooseWorkspace: (chosen) => {
        remember(remembered.workspace, chosen);
        setSlug(chosen);
      },
      chooseMode: (chosen) => {
        remember(remembered.mode, chosen);
        setMode(chosen);
      },
    }),
    [session, workspace, mode, client],
  );
  return (
    <ScopeContext value={scope}>
      <CallerProvider client={client} mode={mode} actsAs={workspace.role}>
        {children}
      </CallerProvider>
    </ScopeContext>
  );
}

/** The session with workspace and mode. Only for components inside ScopeProvider. */
export function useScope(): Scope {
  return useContext(ScopeContext)!;
}

/** How the page calls the API: as a person in the console, or in a preparation session. */
interface Caller {
  client: Client;
  mode: Mode;
  /** The role in the workspace. */
  actsAs: Role;
}

/** Provides the calls to components that a page outside the console also shows. */
export function CallerProvider({ client, mode, actsAs, children }: Caller & { children: ReactNode }) {
  const caller = useMemo<Caller>(() => ({ client, mode, actsAs }), [client, mode, actsAs]);
  return <CallerContext value={caller}>{children}</CallerContext>;
}

/** Calls in the current workspace and mode. */
export function useClient(): Client {
  return useContext(CallerContext)!.client;
}

/** The current mode. */
export function useMode(): Mode {
  return useContext(CallerContext)!.mode;
}

/** Whether the caller has at least this role in the workspace. */
export function useIsAtLeast(role: Role): boolean {
  return isAtLeast(useContext(CallerContext)!.actsAs, role);
}
