import type { Knex } from 'knex';
import type { Db } from './knex.ts';
import { migrations } from './migrations/index.ts';

/** Any number will do, as long as every replica uses the same. */
const lockKey = 7_018_001;
const noSuchTable = '42P01';

const source: Knex.MigrationSource<(typeof migrations)[number]> = {
  getMigrations: async () => [...migrations],
  getMigrationName: (migration) => migration.name,
  getMigration: async (migration) => migration,
};

/** A server of the release before starts again while the next is rolled out, or after that was taken back: it has all it knows of. */
const config: Knex.MigratorConfig = {
  migrationSource: source,
  tableName: 'migrations',
  disableMigrationsListValidation: true,
};

/**
 * Brings the database to the present state of the model. Replicas that start together take turns: an advisory lock
 * lives in the connection and so, unlike knex' own lock row, ends with a process that is killed half-way.
 */
export async function migrate(db: Db): Promise<string[]> {
  const connection = await db.client.acquireConnection();
  try {
    await db.raw('SELECT pg_advisory_lock(?)', [lockKey]).connection(connection);
    await db.migrate.forceFreeMigrationsLock(config);
    const [, done] = (await db.migrate.latest(config)) as [number, string[]];
    return done;
  } finally {
    await db.raw('SELECT pg_advisory_unlock(?)', [lockKey]).connection(connection);
    await db.client.releaseConnection(connection);
  }
}

/** Names of the migrations that the database still lacks. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const rows = await db('migrations')
    .select('name')
    .catch((error) => (error.code === noSuchTable ? [] : Promise.reject(error)));
  const done = new Set(rows.map((row: { name: string }) => row.name));
  return migrations.map((each) => each.name).filter((name) => !done.has(name));
}
