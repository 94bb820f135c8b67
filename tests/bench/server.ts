import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@doorwright/api/db/embedded.ts';
import { type Client, createClient } from '../harness/client.ts';
import { adminPassword, testKey } from '../harness/database/template.ts';
import { chartFlags } from '../harness/process.ts';
import type { Processes } from './measure.ts';

const postgresFlags = [
  'shared_buffers=1GB',
  'work_mem=16MB',
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track_planning=on',
].flatMap((setting) => ['-c', setting]);

/** Signs in as the first administrator. */
export const administrator = {
  type: 'login',
  application: 'app-built-in',
  organization: 'built-in',
  username: 'admin',
  password: adminPassword,
};

export interface Server {
  url: string;
  databaseUrl: string;
  processes: Processes;
  /** From the start of the process to its readiness, on an existing database. */
  readyMs: number;
  root: Client;
  stop: () => Promise<void>;
}

/** A server as people run it, in its own processes with its own database. */
export async function startServer({
  flags = [],
  settings = {},
}: {
  flags?: readonly string[];
  settings?: Readonly<Record<string, string>>;
} = {}): Promise<Server> {
  const port = 18_000 + (process.pid % 1000);
  const url = `http://localhost:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'doorwright-bench-'));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbedded(dataDir, { flags: postgresFlags });
  const postmaster = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

  async function run() {
    const begun = performance.now();
    const child = spawn(process.execPath, [...chartFlags, ...flags, 'api/main.ts'], {
      env: {
        ...process.env,
        ...settings,
        PORT: String(port),
        DATABASE_URL: postgres.url,
        DOORWRIGHT_SECRET_KEY: testKey.toString('base64'),
        DOORWRIGHT_ADMIN_PASSWORD: adminPassword,
        LOG_LEVEL: 'error',
        // The image contains compiled code. Here the first start compiles it.
        NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
        MALLOC_ARENA_MAX: '1',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const chunk of child.stdout) if (String(chunk).includes('is ready')) break;
    const stop = async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    };
    return { pid: child.pid as number, readyMs: performance.now() - begun, stop };
  }

  await (await run()).stop();
  const server = await run();
  const root = createClient(url, { Origin: url });
  await root.post('login', administrator);
  return {
    url,
    databaseUrl: postgres.url,
    processes: { server: server.pid, postgres: postmaster },
    readyMs: server.readyMs,
    root,
    async stop() {
      await server.stop();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
