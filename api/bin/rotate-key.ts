import { createRegistry, kinds } from '@doorwright/crds';
import { readConfig } from '../config.ts';
import { startEmbedded } from '../db/embedded.ts';
import { connect } from '../db/knex.ts';
import { rotateSecrets } from '../db/rotate-secrets.ts';
import { createSecretBox } from '../db/secret-box.ts';
import { secretKeys } from '../secret-keys.ts';

/** Seals every stored secret under the first key of DOORWRIGHT_SECRET_KEY; servers with the same keys go on meanwhile. */
const config = readConfig(process.env);
const embedded = config.DATABASE_URL ? undefined : await startEmbedded(config.DOORWRIGHT_DATA_DIR);
const db = connect(config.DATABASE_URL ?? (embedded?.url as string), { pool: 2 });
try {
  const box = createSecretBox(await secretKeys(config));
  await rotateSecrets(db, createRegistry(kinds), box, ({ table, rows }) =>
    console.log(`${table}: ${rows} rows sealed again`),
  );
  console.log(
    `All secrets are sealed with key ${box.currentKeyId}; older keys can be taken out of DOORWRIGHT_SECRET_KEY.`,
  );
} catch (error) {
  console.error(`The key was not rotated: ${(error as Error).message} Run it again to go on where it stopped.`);
  process.exitCode = 1;
} finally {
  await db.destroy();
  await embedded?.stop();
}
