/** The session of a command: its terminal, environment and options, and the client of the service. */
import { type Client, createClient } from '@countersign/client/client';
import { NotSignedInError, UsageError } from './exit-status.ts';
import {
  isProfileName,
  type Places,
  type Profile,
  type Profiles,
  profilesPath,
  readProfiles,
} from './profiles.ts';
import { jsonText } from './show/plain-text.ts';
import type { Terminal } from './terminal.ts';

/** The part of the environment that the command reads. */
export interface Environment {
  COUNTERSIGN_API_KEY?: string | undefined;
  COUNTERSIGN_URL?: string | undefined;
  COUNTERSIGN_PROFILE?: string | undefined;
  XDG_CONFIG_HOME?: string | undefined;
  APPDATA?: string | undefined;
  NO_COLOR?: string | undefined;
  TERM?: string | undefined;
  DISPLAY?: string | undefined;
  WAYLAND_DISPLAY?: string | undefined;
  BROWSER?: string | undefined;
  SSH_CONNECTION?: string | undefined;
}

export interface GlobalOptions {
  profile?: string | undefined;
  url?: string | undefined;
  json?: boolean | undefined;
}

export interface Session {
  terminal: Terminal;
  env: Environment;
  platform: NodeJS.Platform;
  version: string;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** Global options of the command line; set before the command runs. */
  options: GlobalOptions;
}

export const defaultUrl = 'http://localhost:3000';

/** The key and the service that are used, and where both come from. */
export interface Access {
  url: string;
  apiKey: string;
  /** Null if the key comes from the environment. */
  profileName: string | null;
  profile: Profile | null;
}

/** Path of the file of profiles. */
export function pathOf({ env, platform }: Session): string {
  const places: Places = { platform, xdgConfigHome: env.XDG_CONFIG_HOME, appData: env.APPDATA };
  return profilesPath(places);
}

/** The profile that the command line, the environment or the last sign-in names. */
export function profileNameOf(session: Session, profiles: Pick<Profiles, 'current'>): string {
  const name = session.options.profile ?? (session.env.COUNTERSIGN_PROFILE || profiles.current);
  if (!isProfileName(name))
    throw new UsageError(
      `"${name}" is not a valid name for a profile: use letters, digits, dots, hyphens and underscores, and begin with a letter or digit.`,
    );
  return name;
}

/** Normalizes the address of a service. Throws UsageError if it is not valid. */
export function normalUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`"${text}" is not the address of a service, such as https://sign.example.com.`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** The address from the command line or the environment, if any. */
export function askedUrl({ options, env }: Session): string | null {
  const text = options.url ?? (env.COUNTERSIGN_URL || null);
  return text === null ? null : normalUrl(text);
}

/**
 * The key and its service, from the environment or else the profile. Throws NotSignedInError if there is no key, and UsageError
 * if the key of a profile would be sent to another service.
 */
export async function findAccess(session: Session): Promise<Access> {
  const asked = askedUrl(session);
  const fromEnvironment = session.env.COUNTERSIGN_API_KEY?.trim();
  if (fromEnvironment && session.options.profile === undefined) {
    if (!/^[\x21-\x7e]+$/.test(fromEnvironment))
      throw new UsageError('COUNTERSIGN_API_KEY is not an API key.');
    const profiles = asked === null ? await readProfiles(pathOf(session)) : null;
    const known = profiles?.profiles[profileNameOf(session, profiles)]?.url;
    return { url: asked ?? known ?? defaultUrl, apiKey: fromEnvironment, profileName: null, profile: null };
  }
  const profiles = await readProfiles(pathOf(session));
  const profileName = profileNameOf(session, profiles);
  const profile = profiles.profiles[profileName];
  if (!profile) {
    const others = Object.keys(profiles.profiles);
    const known = others.length > 0 ? ` Signed in: ${others.join(', ')}.` : '';
    throw new NotSignedInError(
      `Not signed in as "${profileName}".${known}\nRun countersign login, or set COUNTERSIGN_API_KEY and COUNTERSIGN_URL.`,
    );
  }
  if (asked !== null && asked !== profile.url)
    throw new UsageError(
      `The profile "${profileName}" belongs to ${profile.url}; its key does not go to ${asked}. Use another --profile, or set COUNTERSIGN_API_KEY.`,
    );
  return { url: profile.url, apiKey: profile.api_key, profileName, profile };
}

/** Prints a line on standard error. With --json prints `record` instead, or nothing without one. */
export function tell({ terminal, options }: Session, text: string, record?: Record<string, unknown>): void {
  if (!options.json) terminal.note(text);
  else if (record) terminal.note(jsonText(record, 0));
}

/** A client of the service at an address, with or without a key. Reports waiting times on standard error. */
export function clientFor(session: Session, url: string, apiKey: string | null): Client {
  return createClient({
    baseUrl: url,
    apiKey,
    retries: 3,
    userAgent: `countersign-cli/${session.version}`,
    onRetry: ({ waitSeconds, status }) => {
      const why = status === null ? 'No answer' : status === 429 ? 'Too many requests' : 'Not available';
      if (session.terminal.isErrTerminal)
        tell(session, `${why}; trying again in ${Math.ceil(waitSeconds)} s`);
    },
  });
}

/** A client with the key of the session. */
export async function openClient(session: Session): Promise<Client> {
  const { url, apiKey } = await findAccess(session);
  return clientFor(session, url, apiKey);
}
