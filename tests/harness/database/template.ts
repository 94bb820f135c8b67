import { createHash } from 'node:crypto';
import { createQueues } from '@doorwright/api/background/queues.ts';
import { createStores } from '@doorwright/api/core/objects/storage/stores.ts';
import { connect } from '@doorwright/api/db/knex.ts';
import { migrate } from '@doorwright/api/db/migrate.ts';
import { maintainPartitions } from '@doorwright/api/db/partitions.ts';
import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { seed } from '@doorwright/api/process/seed.ts';
import { createRegistry, kinds } from '@doorwright/crds';
import { tablesOf } from '@doorwright/crds/derive/tables.ts';

/** Encrypts the secrets of test databases, the same in every process of a run. The server refuses a key of readable words. */
export const testKey = createHash('sha256').update('a key for tests').digest();
export const adminPassword = 'first administrator of tests';

export const registry = createRegistry(kinds);

/** Migrates and seeds the database that test databases are copied from. */
export async function fillTemplate(url: string): Promise<void> {
  const box = createSecretBox([testKey]);
  const db = connect(url);
  const now = new Date();
  await migrate(db);
  await createQueues(db);
  await maintainPartitions(db, tablesOf(kinds), { now, keepMonths: 0 });
  await seed(db, { registry, box, store: createStores(registry, box), now }, { adminPassword });
  await db.destroy();
}
