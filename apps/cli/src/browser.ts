/** Opens the default browser. */
import { spawn } from 'node:child_process';
import type { Session } from './session.ts';

/** The command that opens an address here; null if there is no display. */
export function browserCommand({ platform, env }: Pick<Session, 'platform' | 'env'>): string[] | null {
  if (env.BROWSER === 'none') return null;
  if (env.BROWSER) return [env.BROWSER];
  if (env.SSH_CONNECTION) return null;
  if (platform === 'darwin') return ['open'];
  // `start` is a shell command, and the shell would interpret the & in a URL. rundll32 takes the URL unchanged.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : null;
}

/** Opens a web address; resolves with whether a browser was started. Never fails. */
export async function openBrowser(session: Session, address: string): Promise<boolean> {
  const command = browserCommand(session);
  if (!command || !/^https?:\/\//.test(address)) return false;
  const [program, ...words] = command;
  return new Promise((resolve) => {
    const child = spawn(program!, [...words, address], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
