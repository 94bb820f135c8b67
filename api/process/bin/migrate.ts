import { readConfig } from '../../core/config.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { connect } from '../../db/knex.ts';
import { migrate } from '../../db/migrate.ts';

/** Migrates the database without a server. */
const config = readConfig(process.env);
const embedded = config.DATABASE_URL ? undefined : await startEmbedded(config.DOORWRIGHT_DATA_DIR);
const db = connect(config.DATABASE_URL ?? (embedded?.url as string));
try {
  const done = await migrate(db);
  console.log(done.length > 0 ? `Applied: ${done.join(', ')}` : 'The database is up to date.');
} catch (error) {
  console.error(`The database could not be migrated: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await db.destroy();
  await embedded?.stop();
}
