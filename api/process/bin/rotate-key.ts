import { createRegistry, kinds } from '@doorwright/crds';
import { readConfig } from '../../core/config.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { connect } from '../../db/knex.ts';
import { createSecretBox } from '../../db/secret-box.ts';
import { rotateSecrets } from '../rotate-secrets.ts';
import { keysToRotate } from '../secret-keys.ts';

/**
 * Encrypts every stored secret with the first key of DOORWRIGHT_SECRET_KEY. Servers with the same keys may run
 * meanwhile. An embedded database must not be in use. It gets a new key, and the old one is removed at the end.
 */
async function rotate(): Promise<void> {
  const config = readConfig(process.env);
  const embedded = config.DATABASE_URL ? undefined : await startEmbedded(config.DOORWRIGHT_DATA_DIR);
  const db = connect(config.DATABASE_URL ?? (embedded?.url as string), { pool: 2 });
  try {
    const { keys, finish } = await keysToRotate(config);
    const box = createSecretBox(keys);
    await rotateSecrets(db, createRegistry(kinds), box, ({ table, rows }) => {
      console.log(`${table}: ${rows} rows sealed again`);
    });
    await finish();
    console.log(`All secrets are sealed with key ${box.currentKeyId}; older keys are not needed any more.`);
  } finally {
    await db.destroy();
    await embedded?.stop();
  }
}

rotate().catch((error: Error) => {
  console.error(`${error.message} Nothing is lost: run it again to go on where it stopped.`);
  process.exitCode = 1;
});
