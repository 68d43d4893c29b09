/** `countersign login` and `countersign logout` (RFC 8628; docs/spec/decisions.md, section 7). */
import { hostname } from 'node:os';
import { Command } from '@commander-js/extra-typings';
import type { Client } from '@countersign/client/client';
import { ApiError } from '@countersign/client/errors';
import type { DeviceCodeOut } from '@countersign/client/generated/api';
import { pause } from '@countersign/client/transport';
import { openBrowser } from '../browser.ts';
import { addGuide, checked, oneOf } from '../define.ts';
import { FailedError, NotSignedInError, UsageError } from '../exit-status.ts';
import { type Profile, readProfiles, writeProfiles } from '../profiles.ts';
import { askedUrl, clientFor, defaultUrl, pathOf, profileNameOf, type Session, tell } from '../session.ts';
import { plainText } from '../show/plain-text.ts';
import { showDone, showRows } from '../show/present.ts';
import type { Column } from '../show/table.ts';
import { paintFor } from '../show/text.ts';

/** Builds `login`. */
export function loginCommand(session: Session) {
  const login = new Command('login')
    .summary('Sign in with the browser')
    .description(
      'Shows a code and opens the browser, where a manager of the workspace approves it. The key is stored on this machine, readable only by you.',
    )
    .option('--mode <mode>', 'live or test', checked(oneOf(['live', 'test'])), 'live' as const)
    .option('--name <name>', 'name of the key (default: name of this machine)')
    .option('--no-browser', 'do not open the browser')
    .option('--with-key', 'read an existing key from standard input instead');
  addGuide(login, {
    notes: `The service is --url, COUNTERSIGN_URL, that of the profile, or ${defaultUrl}. Every profile is one workspace and mode;
--profile names the one to sign in to, and the last sign-in is the one used by default.`,
    examples: [
      'countersign login --url https://sign.example.com',
      'countersign login --profile acme-test --mode test',
      'countersign login --with-key < key.txt',
    ],
  });
  login.action(async (options) => {
    const profiles = await readProfiles(pathOf(session));
    const profileName = profileNameOf(session, profiles);
    const url = askedUrl(session) ?? profiles.profiles[profileName]?.url ?? defaultUrl;
    warnOfPlainHttp(session, url);
    const profile = options.withKey
      ? await profileOfKey(session, url)
      : await requestKey(session, url, options);
    const known = { ...profiles.profiles, [profileName]: profile };
    await writeProfiles(pathOf(session), { current: profileName, profiles: known });
    showDone(
      session,
      `Signed in to ${plainText(profile.workspace)} (${profile.mode}) as profile "${profileName}".`,
      { profile: profileName, ...withoutKey(profile) },
    );
  });
  return login;
}

/** Builds `logout`. */
export function logoutCommand(session: Session) {
  const logout = new Command('logout')
    .summary('Revoke and remove the key of this machine')
    .description('Revokes the key of the profile and removes it from this machine.')
    .option('--keep-key', 'remove the key without revoking it');
  addGuide(logout, { examples: ['countersign logout', 'countersign logout --profile acme-test'] });
  logout.action(async ({ keepKey }) => {
    const path = pathOf(session);
    const profiles = await readProfiles(path);
    const profileName = profileNameOf(session, profiles);
    const profile = profiles.profiles[profileName];
    if (!profile) throw new NotSignedInError(`Not signed in as "${profileName}".`);
    if (!keepKey) await revoke(session, profile);
    const { [profileName]: _gone, ...others } = profiles.profiles;
    const current =
      profiles.current === profileName ? (Object.keys(others)[0] ?? 'default') : profiles.current;
    await writeProfiles(path, { current, profiles: others });
    showDone(session, `Signed out of ${plainText(profile.workspace)}.`, {
      profile: profileName,
      signed_out: true,
    });
  });
  return logout;
}

/** Builds `profiles`. */
export function profilesCommand(session: Session) {
  const list = new Command('profiles')
    .summary('List profiles, or choose the default')
    .description('Lists the profiles of this machine. With a name, makes that profile the default.')
    .argument('[profile]', 'name of the profile to make the default');
  addGuide(list, { examples: ['countersign profiles', 'countersign profiles acme-test'] });
  list.action(async (chosen) => {
    const path = pathOf(session);
    const profiles = await readProfiles(path);
    if (chosen !== undefined) {
      if (!profiles.profiles[chosen]) throw new NotSignedInError(`Not signed in as "${chosen}".`);
      profiles.current = chosen;
      await writeProfiles(path, profiles);
    }
    const rows = Object.entries(profiles.profiles).map(([name, profile]) => ({
      profile: name,
      is_current: name === profiles.current,
      ...withoutKey(profile),
    }));
    showRows(session, rows, profileColumns, { json: rows, none: 'Not signed in.' });
  });
  return list;
}

interface ProfileRow extends Omit<Profile, 'api_key'> {
  profile: string;
  is_current: boolean;
}

const profileColumns: ReadonlyArray<Column<ProfileRow>> = [
  { title: '', text: ({ is_current }) => (is_current ? '*' : ' ') },
  { title: 'PROFILE', text: ({ profile }) => profile },
  { title: 'WORKSPACE', text: ({ workspace }) => workspace },
  { title: 'MODE', text: ({ mode }) => mode },
  { title: 'KEY', text: ({ display }) => display },
  { title: 'SERVICE', text: ({ url }) => url },
];

const withoutKey = ({ api_key: _secret, ...rest }: Profile) => rest;

/** Warns about a URL without TLS, because the key could be read in transit. */
function warnOfPlainHttp(session: Session, url: string): void {
  const { protocol, hostname } = new URL(url);
  const isHere =
    hostname === 'localhost' || hostname.endsWith('.localhost') || /^(127\.|\[::1\])/.test(hostname);
  if (protocol !== 'http:' || isHere) return;
  const warning = `${url} is not encrypted; anyone on the network path can read the key`;
  tell(session, `warning: ${warning}`, { warning });
}

/** The profile of an existing key, which is read from standard input. */
async function profileOfKey(session: Session, url: string): Promise<Profile> {
  const { terminal } = session;
  const key = terminal.isInteractive
    ? await terminal.askSecret('API key (not shown): ', session.signal)
    : (await terminal.read()).toString('utf8');
  const apiKey = key.trim();
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new UsageError('There is no API key on standard input.');
  const me = await clientFor(session, url, apiKey).get('/v1/me', { signal: session.signal });
  const { id: key_id, display, name } = me.key;
  return { url, api_key: apiKey, key_id, display, name, mode: me.mode, workspace: me.workspace.slug };
}

/** Requests a key and waits until a person approves. */
async function requestKey(
  session: Session,
  url: string,
  { mode, name, browser }: { mode: 'live' | 'test'; name?: string | undefined; browser: boolean },
): Promise<Profile> {
  const { terminal } = session;
  const client = clientFor(session, url, null);
  const asked = await client.post('/v1/device/code', {
    body: {
      client: 'countersign-cli',
      client_version: session.version,
      mode,
      name: name ?? `Command line on ${hostname()}`.slice(0, 100),
    },
    signal: session.signal,
  });
  const { bold } = paintFor(terminal.color.err);
  const { user_code, verification_uri, verification_uri_complete, expires_in } = asked;
  tell(session, `Your code: ${bold(plainText(user_code))}`);
  tell(session, `Approve it at ${plainText(verification_uri_complete)}`, {
    user_code,
    verification_uri,
    verification_uri_complete,
    expires_in,
  });
  if (browser && terminal.isErrTerminal && (await openBrowser(session, verification_uri_complete)))
    tell(session, 'The browser was opened; compare the code there.');
  terminal.progress('Waiting for the approval …');
  const token = await pollForKey(session, client, asked);
  terminal.progress('');
  return {
    url,
    api_key: token.api_key,
    key_id: token.key_id,
    display: token.display,
    name: token.name,
    mode: token.mode as Profile['mode'],
    workspace: token.tenant_slug,
  };
}

/** Polls at the interval, slower when the service requests it, until the answer is final (RFC 8628, section 3.5). */
async function pollForKey(
  session: Session,
  client: Client,
  { device_code, interval, expires_in }: DeviceCodeOut,
) {
  const deadline = Date.now() + expires_in * 1000;
  let seconds = interval;
  for (;;) {
    await pause(seconds * 1000, session.signal);
    try {
      return await client.post('/v1/device/token', { body: { device_code }, signal: session.signal });
    } catch (error) {
      const slug = error instanceof ApiError ? error.slug : null;
      if (slug === 'slow-down') seconds += 5;
      else if (slug === 'access-denied') throw new FailedError('The request was denied.');
      else if (slug === 'expired-token' || (slug === 'authorization-pending' && Date.now() > deadline))
        throw new FailedError('Nobody approved the code in time. Run countersign login again.');
      else if (slug !== 'authorization-pending') throw error;
    }
  }
}

/** Revokes the key. A key that is already refused needs no revocation. */
async function revoke(session: Session, profile: Profile): Promise<void> {
  const client = clientFor(session, profile.url, profile.api_key);
  const path = { key_id: profile.key_id };
  try {
    await client.post('/v1/keys/{key_id}/revoke', { params: { path }, signal: session.signal });
  } catch (error) {
    if (!(error instanceof ApiError && (error.status === 401 || error.status === 404))) throw error;
  }
}
