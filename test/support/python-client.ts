/** The Python client in tests. It is used only where an interpreter with httpx is installed. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A Python that can run the client: the first one of `PATH`, or that of the system. Undefined if there is none. */
export const clientPython = ['python3', '/usr/bin/python3'].find(
  (command) => spawnSync(command, ['-c', 'import httpx; from typing import NotRequired']).status === 0,
);

/** The variable with which Python finds the client. */
export const clientPath = {
  PYTHONPATH: fileURLToPath(new URL('../../packages/client-python', import.meta.url)),
};
