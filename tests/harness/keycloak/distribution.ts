import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Its server runs on Java 17 and newer. */
const version = '26.4.5';
const cache = process.env.DOORWRIGHT_KEYCLOAK_CACHE ?? join(homedir(), '.cache', 'doorwright', 'keycloak');
const readyWithinMs = 15 * 60_000;

export interface Keycloak {
  url: string;
  adminPassword: string;
  version: string;
  stop: () => Promise<void>;
}

/** The folder of the public distribution. Maven downloads and unpacks it once. */
async function unpacked(): Promise<string> {
  const folder = join(cache, `keycloak-${version}`);
  if (existsSync(join(folder, 'bin', 'kc.sh'))) return folder;
  mkdirSync(cache, { recursive: true });
  const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack';
  const artifact = `-Dartifact=org.keycloak:keycloak-quarkus-dist:${version}:zip`;
  await promisify(execFile)('mvn', ['-q', '-B', plugin, artifact, `-DoutputDirectory=${cache}`], { cwd: cache });
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilReady(url: string, hasEnded: () => boolean): Promise<void> {
  const end = Date.now() + readyWithinMs;
  while (Date.now() < end) {
    if (hasEnded()) throw new Error('Keycloak ended before it was ready');
    const answer = await fetch(`${url}/realms/master/.well-known/openid-configuration`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(1_000);
  }
  throw new Error('Keycloak was not ready in time');
}

/** Its own database in memory. */
const inMemory = ['--db', 'dev-mem'];

/** Runs a command of its script to the end, such as an export. No server may run on the database at that time. */
export async function runKeycloak(command: string, args: readonly string[]): Promise<void> {
  const script = join(await unpacked(), 'bin', 'kc.sh');
  await promisify(execFile)('bash', [script, command, ...args], { maxBuffer: 64 * 2 ** 20 });
}

/** Starts Keycloak on loopback. A running one is used with --url and KEYCLOAK_ADMIN_PASSWORD. */
export async function startKeycloak(running: string | undefined, database = inMemory): Promise<Keycloak> {
  const adminPassword = process.env.KEYCLOAK_ADMIN_PASSWORD ?? 'bench-of-doorwright';
  if (running) return { url: running, adminPassword, version: 'running', stop: async () => {} };
  const folder = await unpacked();
  const port = await freePort();
  const args = ['start-dev', '--http-host', '127.0.0.1', '--http-port', String(port), ...database];
  const child = spawn('bash', [join(folder, 'bin', 'kc.sh'), ...args], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, KC_BOOTSTRAP_ADMIN_USERNAME: 'admin', KC_BOOTSTRAP_ADMIN_PASSWORD: adminPassword },
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    // The script starts Java as its child, so the whole group ends.
    if (child.pid && child.exitCode === null) process.kill(-child.pid);
  };
  await untilReady(url, () => child.exitCode !== null).catch(async (error) => {
    await stop();
    throw error;
  });
  return { url, adminPassword, version, stop };
}
