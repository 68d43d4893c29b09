/** The person's browser. */
import { spawn } from 'node:child_process';
import type { Session } from './session.ts';

/** The command that opens an address here; null where there is no screen to show it on. */
export function browserCommand({ platform, env }: Pick<Session, 'platform' | 'env'>): string[] | null {
  if (env.BROWSER === 'none') return null;
  if (env.BROWSER) return [env.BROWSER];
  if (env.SSH_CONNECTION) return null;
  if (platform === 'darwin') return ['open'];
  // `start` is of the shell, which would read the & of an address; this one takes it as it is.
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
