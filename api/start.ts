import { createServer, type Server } from 'node:http';
import { createRegistry, kinds } from '@doorwright/crds';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { connect, type Db } from './db/knex.ts';
import { migrate } from './db/migrate.ts';
import { createSecretBox } from './db/secret-box.ts';
import { seed } from './db/seed.ts';
import { createMetrics } from './observe/metrics.ts';
import { createStores } from './resources/stores.ts';

/** A setting or a circumstance that the operator of the server must mend: one sentence, no stack. */
export class StartError extends Error {}

export interface Running {
  url: string;
  /** The first administrator's password, when this start made it up. */
  password: string | undefined;
  stop: () => Promise<void>;
}

interface StartDeps {
  config: Config;
  databaseUrl: string;
  keys: Buffer[];
  log: Logger;
}

async function reach(db: Db): Promise<void> {
  try {
    await db.raw('SELECT 1');
  } catch (error) {
    throw new StartError(`The database that DATABASE_URL names cannot be used: ${(error as Error).message}.`);
  }
}

function listen(server: Server, { PORT, HOST }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new StartError(`Port ${PORT} is in use by another program; set PORT to a free one.`)
          : error,
      ),
    );
    server.listen(PORT, HOST, resolve);
  });
}

/** Half-sent requests and idle connections end by themselves, so that slow clients cannot hold the server. */
function withLimits(server: Server): Server {
  server.headersTimeout = 5_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 10_000;
  server.maxRequestsPerSocket = 10_000;
  return server;
}

const drainMs = 20_000;

async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  server.closeIdleConnections();
  const limit = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(limit);
}

/** Brings one server up: database reached, migrated and seeded, then listening. */
export async function start({ config, databaseUrl, keys, log }: StartDeps): Promise<Running> {
  const registry = createRegistry(kinds);
  const box = createSecretBox(keys);
  const db = connect(databaseUrl);
  const now = () => new Date();
  try {
    await reach(db);
    await migrate(db);
    const store = createStores(registry, box);
    const { password } = await seed(
      db,
      { registry, box, store, now: now() },
      { adminPassword: config.DOORWRIGHT_ADMIN_PASSWORD },
    );
    const metrics = createMetrics({ db });
    const server = withLimits(createServer(createApp({ config, registry, db, box, log, metrics, now })));
    await listen(server, config);
    const { port } = server.address() as { port: number };
    const stop = async () => {
      await drain(server);
      await db.destroy();
    };
    return { url: `http://${config.HOST}:${port}`, password, stop };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
