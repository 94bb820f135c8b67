import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { createClient } from '../../harness/client.ts';
import { freePort } from '../../harness/cluster/ports.ts';

const main = fileURLToPath(import.meta.resolve('@doorwright/api/main.ts'));

/** An empty data folder, until the test ends. As root, Postgres runs as a system user who needs access to what is above it. */
export function dataFolder(): { folder: string; remove: () => void } {
  const place = mkdtempSync(join(tmpdir(), 'doorwright-first-'));
  chmodSync(place, 0o755);
  const folder = join(place, 'data');
  mkdirSync(folder);
  const remove = () => rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  onTestFinished(remove);
  return { folder, remove };
}

/** Starts the api with a data folder of its own. */
export async function firstStart(dataDir: string) {
  const port = await freePort();
  const inherited = Object.entries(process.env).filter(([name]) => !/^(DOORWRIGHT_|DATABASE_URL$|PORT$)/.test(name));
  const env = { ...Object.fromEntries(inherited), PORT: String(port), DOORWRIGHT_DATA_DIR: dataDir };
  // Its own process group, as `npm start` gives it.
  const child = spawn(process.execPath, [main], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  const started = { child, output: '', url: `http://localhost:${port}`, ended };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      started.output += chunk;
    });
  return started;
}

type Started = Awaited<ReturnType<typeof firstStart>>;

export const isReady = ({ output }: Started) => output.includes('is ready at');

/** Ends the api and what it started, or the api alone, as a person or a lack of memory does. */
export async function interrupt({ child, ended }: Started, all: boolean): Promise<void> {
  process.kill(all ? -(child.pid as number) : (child.pid as number), 'SIGKILL');
  await ended;
}

/** A busy machine needs most of a minute for a start. This limit is far above that, and ends a start that hangs. */
export const readyMs = 400_000;

/** The next start continues with the folder, and the password works that it or an earlier start printed. */
export async function expectTakenUp(dataDir: string, before: Started): Promise<void> {
  const next = await firstStart(dataDir);
  try {
    await expect.poll(() => isReady(next) || next.child.exitCode !== null, { timeout: readyMs }).toBe(true);
    const [, password] = /password (\S+)/.exec(`${before.output}${next.output}`) ?? [];
    expect(password, next.output).toBeDefined();
    const login = { type: 'login', application: 'app-built-in', organization: 'built-in', username: 'admin', password };
    expect((await createClient(next.url).post('login', login)).body, next.output).toMatchObject({ status: 'ok' });
  } catch (error) {
    throw new Error(`the next start says: ${next.output || 'nothing'}`, { cause: error });
  } finally {
    if (next.child.exitCode === null) next.child.kill('SIGTERM');
    await next.ended;
  }
}
