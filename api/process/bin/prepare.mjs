// Plain JavaScript with node: imports only, because it runs before the installation, on the machine's own Node.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { explainNpm } from './explain-npm.mjs';

const oldestNode = [20, 19];
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const windows = process.platform === 'win32';

/** A problem that the user must solve: one sentence, no stack. */
export class PrepareError extends Error {}

/** Installs missing or outdated packages, and returns the path of the Node that runs TypeScript. */
export async function prepare(root) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
    throw new PrepareError(`Node ${oldestNode.join('.')} or newer is needed; this is ${process.versions.node}.`);
  }
  if (isStale(root)) await install(root);
  const node = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
  if (!existsSync(node)) {
    throw new PrepareError(
      'npm left out Node 24, which the install script of its package "node" brings: allow install scripts (npm config set ignore-scripts false), delete node_modules and try again.',
    );
  }
  return node;
}

/** Compares the lockfile with npm's own list of installed packages. */
function isStale(root) {
  const wanted = packagesIn(join(root, 'package-lock.json'));
  if (!wanted)
    throw new PrepareError(`${join(root, 'package-lock.json')} is missing or not readable; restore it from git.`);
  const installed = packagesIn(join(root, 'node_modules', '.package-lock.json'));
  if (!installed) return true;
  delete wanted[''];
  const isSame = (path) => installed[path]?.version === wanted[path]?.version;
  // Optional packages of other systems are never installed here.
  const isExpected = (path) => path in installed || !wanted[path].optional;
  return (
    !Object.keys(installed).every(isSame) ||
    !Object.keys(wanted)
      .filter(isExpected)
      .every((path) => path in installed && isSame(path))
  );
}

function packagesIn(lockfile) {
  try {
    return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

async function install(root) {
  const logs = mkdtempSync(join(tmpdir(), 'doorwright-npm-'));
  const took = stopwatch();
  const reason = existsSync(join(root, 'node_modules', '.package-lock.json'))
    ? 'some are missing or changed'
    : 'all of them: 1 to 3 minutes';
  process.stdout.write(`Installing packages (${reason}) …\n`);
  // A terminal shows npm's own progress. A log gets a line every ten seconds.
  const terminal = process.stdout.isTTY === true;
  const heartbeat = terminal
    ? undefined
    : setInterval(() => process.stdout.write(`  still installing, ${took()} s\n`), 10_000);
  const failure = await npmCi(root, logs, terminal ? 'inherit' : 'ignore');
  clearInterval(heartbeat);
  if (failure) throw new PrepareError(explainNpm(failure, { root, logs }));
  await rm(logs, { recursive: true, force: true });
  process.stdout.write(`Packages installed in ${took()} s\n`);
}

/**
 * Returns undefined after a success. Development packages are needed even with NODE_ENV=production, because Node
 * 24 is one of them.
 */
function npmCi(root, logs, stdio) {
  const args = ['ci', '--include=dev', '--loglevel=error', `--logs-dir=${logs}`];
  const child = spawn('npm', args, {
    cwd: root,
    env: ownEnvironment(),
    stdio: ['ignore', stdio, stdio],
    shell: windows,
  });
  const stop = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, stop);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: error.code }));
    child.once('close', (status, signal) => resolve(status === 0 ? undefined : { status, signal }));
  }).finally(() => {
    for (const signal of signals) process.off(signal, stop);
  });
}

/** `npm start` puts node_modules/.bin first in PATH. npm must not run from the folder that it replaces. */
function ownEnvironment() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((dir) => !/node_modules[\\/]\.bin$/.test(dir));
  return { ...process.env, PATH: path.join(delimiter) };
}

function stopwatch() {
  const start = Date.now();
  return () => Math.round((Date.now() - start) / 1000);
}
