import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createRegistry, kinds } from '@doorwright/crds';
import { tablesOf } from '@doorwright/crds/derive/tables.ts';
import type { Logger } from 'pino';
import { createQueues } from '../background/queues.ts';
import type { Config } from '../core/config.ts';
import { messageForCode } from '../core/error-message.ts';
import { Refusal } from '../core/errors.ts';
import { createStores } from '../core/objects/storage/stores.ts';
import { connect, type Db } from '../db/knex.ts';
import { migrate } from '../db/migrate.ts';
import { maintainPartitions } from '../db/partitions.ts';
import { createSecretBox, type SecretBox } from '../db/secret-box.ts';
import { keysOfUnreadableSecrets } from '../db/unreadable-secrets.ts';
import { atOwnPort } from '../features/declared/own-port.ts';
import { namedTargets } from '../features/record-shipping/target.ts';
import { warnOfCredentialsInQuery } from '../http/credentials-in-query.ts';
import { ownSignIn } from '../signin/pipeline/parts.ts';
import { createApp, startBackground } from './app.ts';
import { drainMs, drainOf } from './drain-server.ts';
import { createGuard } from './guard.ts';
import { createHttpServer } from './http-server.ts';
import { createMetrics } from './observe/metrics.ts';
import { createMetricsServer } from './observe/metrics-server.ts';
import { startTracing } from './observe/tracing.ts';
import { metricsOfAllWorkers } from './observe/worker-metrics.ts';
import { seed } from './seed.ts';
import { createServices } from './services.ts';
import { asDatabaseError, StartError, unusableDatabase } from './start-error.ts';

export interface ServerSettings {
  config: Config;
  databaseUrl: string;
  keys: Buffer[];
}

const registry = createRegistry(kinds);

/** Settings that the database needs, and how to change them. */
const needed = [
  // Other encodings lack most letters of the world, so the first foreign name would fail.
  { name: 'server_encoding', fits: /^UTF8$/, mend: "CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'" },
  // The driver reads no other form of dates.
  { name: 'DateStyle', fits: /^ISO/, mend: "ALTER DATABASE … SET datestyle = 'ISO'" },
];

async function checkDatabase(db: Db): Promise<void> {
  const { rows } = await db
    .raw(
      `SELECT ${needed.map(() => 'current_setting(?) AS ??').join(', ')}`,
      needed.flatMap(({ name }) => [name, name]),
    )
    .catch((error: NodeJS.ErrnoException) => Promise.reject(unusableDatabase(error.message || error.code)));
  for (const { name, fits, mend } of needed)
    if (!fits.test(rows[0][name])) throw unusableDatabase(`its ${name} is ${rows[0][name]}, which takes ${mend}`);
}

async function refuseOtherKeys(db: Db, box: SecretBox): Promise<void> {
  const others = await keysOfUnreadableSecrets(db, box);
  if (others.length === 0) return;
  throw new StartError(
    `DOORWRIGHT_SECRET_KEY does not hold the key ${others.join(', ')}, with which the secrets of this database are sealed; put it back, behind a new one if it is to be changed.`,
  );
}

/** Migrates and fills the database. Returns the first administrator's password if it was generated. */
export async function prepareDatabase(
  { config, databaseUrl, keys }: ServerSettings,
  keep?: (password: string) => Promise<void>,
): Promise<{ password?: string }> {
  const box = createSecretBox(keys);
  const db = connect(databaseUrl, { pool: 2 });
  try {
    await checkDatabase(db);
    await migrate(db);
    const now = new Date();
    await createQueues(db);
    await maintainPartitions(db, tablesOf(kinds), { now, keepMonths: config.DOORWRIGHT_RECORD_MONTHS });
    await refuseOtherKeys(db, box);
    return await seed(
      db,
      { registry, box, store: createStores(registry, box), now },
      { adminPassword: config.DOORWRIGHT_ADMIN_PASSWORD, ...(keep && { keep }) },
    );
  } catch (error) {
    // Only the first start uses the password, so an older weak one stops no server.
    if (error instanceof Refusal)
      throw new StartError(
        `DOORWRIGHT_ADMIN_PASSWORD cannot be used: ${messageForCode('en', error.code, error.params).replace(/\.$/, '')}.`,
      );
    throw asDatabaseError(error);
  } finally {
    await db.destroy();
  }
}

type PortSetting = 'PORT' | 'DOORWRIGHT_METRICS_PORT' | 'DOORWRIGHT_DECLARED_PORT';

function listen(server: Server, name: PortSetting, config: Config): Promise<void> {
  const port = config[name];
  return new Promise((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      reject(
        new StartError(
          code === 'EADDRINUSE'
            ? `Port ${port} is in use by another program; set ${name} to a free one.`
            : `HOST «${config.HOST}» and ${name} «${port}» cannot be listened on: ${message}.`,
        ),
      );
    });
    server.listen(port, config.HOST, resolve);
  });
}

/** Closes half-sent requests and idle connections, so that slow clients cannot block the server. */
function withLimits(server: Server): Server {
  server.headersTimeout = 3_000;
  server.requestTimeout = 120_000;
  server.keepAliveTimeout = 10_000;
  return server;
}

/** The time to close connections after all requests and jobs have ended. */
export const closeMs = 5_000;

/** Serves a prepared database until it is stopped. */
export async function serve(
  { config, databaseUrl, keys }: ServerSettings,
  log: Logger,
): Promise<{ stop: () => Promise<void> }> {
  warnOfCredentialsInQuery(config, log);
  const endTracing = await startTracing(config.OTEL_EXPORTER_OTLP_ENDPOINT);
  const db = connect(databaseUrl, { prepares: config.DOORWRIGHT_PREPARED_STATEMENTS === 'on' });
  const now = () => new Date();
  const box = createSecretBox(keys);
  const own = createMetrics({ db, shipsTo: namedTargets(config) });
  const metrics = cluster.isWorker ? metricsOfAllWorkers(own) : own;
  const services = createServices({ config, registry, signIn: ownSignIn, db, box, log, metrics, now });
  const app = createApp(services);
  const guard = createGuard({ log, metrics });
  const server = withLimits(createHttpServer(config, guard.around(app), log));
  const declared =
    config.DOORWRIGHT_DECLARED_PORT === undefined
      ? undefined
      : withLimits(createHttpServer(config, guard.around(atOwnPort(app)), log));
  const drains = [server, declared].flatMap((each) => (each ? [drainOf(each)] : []));
  const aside = config.DOORWRIGHT_METRICS_PORT === undefined ? undefined : createMetricsServer(metrics);
  try {
    await listen(server, 'PORT', config);
    if (aside) await listen(aside, 'DOORWRIGHT_METRICS_PORT', config);
    if (declared) await listen(declared, 'DOORWRIGHT_DECLARED_PORT', config);
  } catch (error) {
    for (const each of [server, aside, declared]) each?.close();
    await db.destroy();
    throw error;
  }
  guard.start();
  const background = startBackground(services);
  const stop = async () => {
    await Promise.race([Promise.all([...drains.map((drain) => drain()), background.stop()]), pause(drainMs)]);
    aside?.close();
    aside?.closeAllConnections();
    // An unreachable receiver of traces delays nothing.
    await Promise.race([Promise.all([db.destroy(), endTracing()]), pause(closeMs)]);
  };
  return { stop };
}
