/** The frame around every page: navigation, workspace and mode. */

import type { Mode } from '@countersign/contract/common';
import { visibleText } from '@countersign/contract/visible-text';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useOnline } from '../ui/use-online.ts';
import { chooseAppearance, useIsDark } from './appearance.ts';
import type { Command } from './command-palette.tsx';
import { IconButton, Menu } from './parts/controls.tsx';
import { Icon, type IconName } from './parts/icon.tsx';
import { Mark } from './parts/mark.tsx';
import { useQuery } from './query.ts';
import { useIsUnreachable } from './reachability.ts';
import { Link, useRouter } from './router.tsx';
import { type Scope, useScope, useSessionStore } from './session.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { useToasts } from './toasts.tsx';

interface Place {
  href: string;
  label: string;
  icon: IconName;
}

/** The navigation, limited to pages that this person may open. */
function placesOf({ workspace, session }: Scope): Array<{ title: string | null; places: Place[] }> {
  const manages = workspace.role !== 'member';
  const groups: Array<{ title: string | null; places: Array<Place | false> }> = [
    {
      title: null,
      places: [
        { href: '/documents', label: 'Documents', icon: 'documents' },
        { href: '/templates', label: 'Templates', icon: 'templates' },
        manages && { href: '/bulk-sends', label: 'Bulk sends', icon: 'bulk' },
      ],
    },
    {
      title: 'Developers',
      places: [
        manages && { href: '/webhooks', label: 'Webhooks', icon: 'webhooks' },
        manages && { href: '/keys', label: 'API keys', icon: 'keys' },
        manages && { href: '/requests', label: 'Requests', icon: 'requests' },
      ],
    },
    {
      title: 'Workspace',
      places: [
        { href: '/usage', label: 'Usage', icon: 'usage' },
        { href: '/members', label: 'Members', icon: 'members' },
        { href: '/settings', label: 'Settings', icon: 'settings' },
        manages && { href: '/admin-log', label: 'Admin log', icon: 'shield' },
      ],
    },
    {
      title: 'Installation',
      places: [session.user.operator && { href: '/operator', label: 'Queues', icon: 'operator' }],
    },
  ];
  return groups
    .map(({ title, places }) => ({ title, places: places.filter((place) => place !== false) }))
    .filter(({ places }) => places.length > 0);
}

/** The frame. With `isStage` (the preparation page) the page fills the window. */
export function Shell({ isStage, children }: { isStage: boolean; children: ReactNode }) {
  const scope = useScope();
  const online = useOnline();
  const isUnreachable = useIsUnreachable();
  const commands = useCommands();
  const { path } = useRouter();
  const [isNavOpen, setNavOpen] = useState(false);
  const drawer = useRef<HTMLDialogElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the drawer
  useEffect(() => setNavOpen(false), [path]);
  useEffect(() => {
    const dialog = drawer.current;
    if (!dialog) return;
    if (isNavOpen && !dialog.open) dialog.showModal();
    if (!isNavOpen && dialog.open) dialog.close();
    // The content covers the dialog, so only a click on the backdrop has the dialog as its target.
    const press = (event: MouseEvent) => {
      if (event.target === dialog) setNavOpen(false);
    };
    dialog.addEventListener('click', press);
    return () => dialog.removeEventListener('click', press);
  }, [isNavOpen]);

  return (
    <div className={`c-shell c-mode-${scope.mode} ${isStage ? 'c-shell-stage' : ''}`}>
      <a className="c-skip" href="#main">
        Skip to content
      </a>
      <header className="c-head">
        {scope.mode === 'test' && (
          <p className="c-test-band">
            <strong>Test mode.</strong>{' '}
            <span>Test documents aren't legally binding and don't count toward usage.</span>
          </p>
        )}
        {!online && (
          <p className="offline-banner" role="status">
            You are offline. Changes cannot be saved until the connection is back.
          </p>
        )}
        {online && isUnreachable && (
          <p className="offline-banner" role="status">
            The service cannot be reached. Trying again…
          </p>
        )}
        <div className="c-top">
          <IconButton
            icon="menu"
            label="Open navigation"
            className="c-top-menu"
            aria-expanded={isNavOpen}
            onClick={() => setNavOpen(true)}
          />
          <Link href="/documents" className="c-top-mark" aria-label="Countersign: documents">
            <Mark />
            <span>Countersign</span>
          </Link>
          <Logo />
          <WorkspaceSwitch />
          <ModeSwitch />
          <UserMenu />
        </div>
      </header>
      {!isStage && (
        <nav className="c-side" aria-label="Main">
          <Places scope={scope} path={path} />
        </nav>
      )}
      <dialog ref={drawer} className="c-drawer" aria-label="Navigation" onClose={() => setNavOpen(false)}>
        {isNavOpen && (
          <nav aria-label="Main">
            <div className="c-drawer-head">
              <Mark />
              <span>Countersign</span>
              <IconButton icon="close" label="Close navigation" onClick={() => setNavOpen(false)} />
            </div>
            <Places scope={scope} path={path} />
          </nav>
        )}
      </dialog>
      <main id="main" className="c-main" tabIndex={-1}>
        {children}
      </main>
      <Shortcuts commands={commands} isStage={isStage} />
    </div>
  );
}

function Places({ scope, path }: { scope: Scope; path: string }) {
  return (
    <>
      {placesOf(scope).map(({ title, places }) => (
        <div key={title ?? ''} className="c-side-group">
          {title && <p className="c-side-title">{title}</p>}
          <ul>
            {places.map((place) => (
              <li key={place.href}>
                <Link
                  href={place.href}
                  aria-current={
                    path === place.href || path.startsWith(`${place.href}/`) ? ('page' as const) : undefined
                  }
                >
                  <Icon name={place.icon} />
                  {place.label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div className="c-side-foot">
        <a href="/docs">API reference</a>
        <a href="/verify">Verify a PDF</a>
      </div>
    </>
  );
}

/** The logo of the workspace. */
function Logo() {
  const { client, workspace } = useScope();
  const { data } = useQuery('/v1/console/workspace');
  if (!data?.logo) return null;
  const url = client.fileUrl('/v1/console/workspace/logo');
  return (
    <img className="c-logo" src={`${url}&v=${data.logo}`} alt={`Logo of ${visibleText(workspace.name)}`} />
  );
}

function WorkspaceSwitch() {
  const { session, workspace, chooseWorkspace } = useScope();
  const { go } = useRouter();
  if (session.workspaces.length === 1) return <p className="c-workspace">{visibleText(workspace.name)}</p>;
  return (
    <label className="c-workspace">
      <span className="visually-hidden">Workspace</span>
      <select
        value={workspace.slug}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          if (go('/documents')) chooseWorkspace(chosen);
        }}
      >
        {session.workspaces.map((one) => (
          <option key={one.slug} value={one.slug}>
            {visibleText(one.name)}
          </option>
        ))}
      </select>
      <Icon name="chevron" />
    </label>
  );
}

const modes: ReadonlyArray<readonly [Mode, string]> = [
  ['live', 'Live'],
  ['test', 'Test'],
];

/** Switches between live and test. The page of a single document is left, because it belongs to one mode; others start again. */
function useModeSwitch(): (mode: Mode) => void {
  const { chooseMode } = useScope();
  const { path, go } = useRouter();
  return (mode) => {
    const [, section, id] = path.split('/');
    const isOfOneMode = id && id !== 'new' && (section === 'documents' || section === 'bulk-sends');
    const target = isOfOneMode ? `/${section}` : `${location.pathname}${location.search}`;
    if (go(target, { replace: !isOfOneMode })) chooseMode(mode);
  };
}

/** What the command palette offers this person. */
function useCommands(): Command[] {
  const scope = useScope();
  const { go } = useRouter();
  const isDark = useIsDark();
  const switchMode = useModeSwitch();
  const manages = scope.workspace.role !== 'member';
  const other = scope.mode === 'live' ? 'test' : 'live';
  const starts: Array<Place | false> = [
    { href: '/documents/new', label: 'New document', icon: 'plus' },
    manages && { href: '/templates/new', label: 'New template', icon: 'plus' },
    manages && { href: '/bulk-sends/new', label: 'New bulk send', icon: 'plus' },
  ];
  const places = [...starts.filter((one) => one !== false), ...placesOf(scope).flatMap((one) => one.places)];
  return [
    ...places.map(({ href, label, icon }) => ({ label, icon, run: () => go(href) })),
    ...scope.session.workspaces
      .filter(({ slug }) => slug !== scope.workspace.slug)
      .map(({ slug, name }) => ({
        label: `Switch to ${visibleText(name)}`,
        icon: 'members' as const,
        run: () => {
          if (go('/documents')) scope.chooseWorkspace(slug);
        },
      })),
    { label: `Switch to ${other} mode`, icon: 'refresh', run: () => switchMode(other) },
    {
      label: isDark ? 'Light mode' : 'Dark mode',
      icon: isDark ? 'sun' : 'moon',
      run: () => chooseAppearance(isDark ? 'light' : 'dark'),
    },
  ];
}

function ModeSwitch() {
  const { mode } = useScope();
  const switchMode = useModeSwitch();
  return (
    <fieldset className="c-mode">
      <legend className="visually-hidden">Mode</legend>
      {modes.map(([value, label]) => (
        <label key={value}>
          <input
            type="radio"
            name="mode"
            value={value}
            checked={mode === value}
            onChange={() => switchMode(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

function UserMenu() {
  const { session, client } = useScope();
  const { setSession } = useSessionStore();
  const { go } = useRouter();
  const { complain } = useToasts();
  const isDark = useIsDark();
  const leave = async (everywhere: boolean) => {
    try {
      if (everywhere) await client.post('/v1/console/session/sign-out-everywhere');
      else await client.delete('/v1/console/session');
      setSession(null);
      go('/sign-in');
    } catch (error) {
      complain(error);
    }
  };
  const { name, email } = session.user;
  const initial = [...(name || email).trim()][0]?.toUpperCase() ?? '';
  return (
    <Menu
      label={`Account of ${name || email}`}
      heading={
        <>
          {name && <strong>{visibleText(name)}</strong>}
          <span>{email}</span>
        </>
      }
      items={[
        { label: 'Settings', icon: 'settings', onChoose: () => go('/settings') },
        {
          label: isDark ? 'Light mode' : 'Dark mode',
          icon: isDark ? 'sun' : 'moon',
          onChoose: () => chooseAppearance(isDark ? 'light' : 'dark'),
        },
        { label: 'Sign out', icon: 'back', onChoose: () => void leave(false) },
        { label: 'Sign out everywhere', icon: 'shield', onChoose: () => void leave(true) },
      ]}
    >
      <span className="c-avatar" aria-hidden="true">
        {initial}
      </span>
    </Menu>
  );
}
