/** Stores the keys of sign-ins in the user's settings folder, readable only by the user. */
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { FileError } from './exit-status.ts';

export interface Profile {
  url: string;
  api_key: string;
  key_id: string;
  /** The start of the key, as the service shows it. */
  display: string;
  name: string;
  mode: 'live' | 'test';
  /** Slug of the workspace. */
  workspace: string;
}

export interface Profiles {
  /** The profile that is used by default. */
  current: string;
  profiles: Record<string, Profile>;
}

export interface Places {
  platform: NodeJS.Platform;
  /** `XDG_CONFIG_HOME`, if set. */
  xdgConfigHome: string | undefined;
  /** `APPDATA` of Windows. */
  appData: string | undefined;
}

/** Where the profiles are kept: `%APPDATA%\countersign`, `$XDG_CONFIG_HOME/countersign` or `~/.config/countersign`. */
export function profilesPath({ platform, xdgConfigHome, appData }: Places): string {
  const base = platform === 'win32' && appData ? appData : xdgConfigHome || join(homedir(), '.config');
  return join(base, 'countersign', 'profiles.json');
}

const namePattern = /^[a-z0-9][a-z0-9._-]{0,63}$/i;

/** Whether this is a valid name for a profile. */
export const isProfileName = (name: string) => namePattern.test(name);

/** The profiles; none before the first sign-in. Throws FileError if the content of the file is not valid. */
export async function readProfiles(path: string): Promise<Profiles> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { current: 'default', profiles: {} };
    throw new FileError(`${path}: ${(error as Error).message}`);
  }
  try {
    const value = JSON.parse(text) as Partial<Profiles>;
    if (typeof value.current !== 'string' || typeof value.profiles !== 'object' || value.profiles === null)
      throw new Error('not the shape');
    const isProfile = (one: Partial<Profile> | null) =>
      typeof one?.url === 'string' && URL.canParse(one.url) && typeof one.api_key === 'string';
    if (!Object.values(value.profiles).every(isProfile)) throw new Error('not the shape');
    return { current: value.current, profiles: { ...value.profiles } };
  } catch {
    throw new FileError(`${path}: this is not a file of profiles; remove it and sign in again`);
  }
}

/** Replaces the file in one step; folder mode 700, file mode 600. */
export async function writeProfiles(path: string, profiles: Profiles): Promise<void> {
  const folder = dirname(path);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    await writeFile(temporary, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new FileError(`${path}: ${(error as Error).message}`);
  }
}
