import type { Knex } from 'knex';
import type { Db } from './knex.ts';
import { migrations } from './migrations/index.ts';

/** Any number works if all replicas use the same. */
const lockKey = 7_018_001;
const noSuchTable = '42P01';

const source: Knex.MigrationSource<(typeof migrations)[number]> = {
  getMigrations: async () => [...migrations],
  getMigrationName: (migration) => migration.name,
  getMigration: async (migration) => migration,
};

/**
 * During a rollout or after a rollback, servers of the previous release start beside the new one. They find all
 * that they need, so unknown migrations are no error.
 */
const config: Knex.MigratorConfig = {
  migrationSource: source,
  tableName: 'migrations',
  disableMigrationsListValidation: true,
};

/**
 * Migrates the database to the current model. Replicas that start together take turns. The advisory lock belongs
 * to the connection. So it ends with a killed process, unlike knex's own lock row.
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

/** The names of migrations that the database lacks. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const rows = await db('migrations')
    .select('name')
    .catch((error) => (error.code === noSuchTable ? [] : Promise.reject(error)));
  const done = new Set(rows.map((row: { name: string }) => row.name));
  return migrations.map((each) => each.name).filter((name) => !done.has(name));
}
