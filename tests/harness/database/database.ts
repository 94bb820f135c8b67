import { randomBytes } from 'node:crypto';
import { connect } from '@doorwright/api/db/knex.ts';
import { inject } from 'vitest';

/** A test file's own database, copied from the migrated and seeded template. */
export async function createDatabase({ empty = false } = {}): Promise<{ url: string; drop: () => Promise<void> }> {
  const { admin, template } = inject('databases');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const server = connect(admin);
  // Copying files takes half the work of writing each page to the log, which is the usual way.
  await server.raw(empty ? 'CREATE DATABASE ??' : `CREATE DATABASE ?? TEMPLATE ${template} STRATEGY FILE_COPY`, [name]);
  await server.destroy();
  const url = new URL(admin);
  url.pathname = `/${name}`;
  const drop = async () => {
    const again = connect(admin);
    await again.raw('DROP DATABASE IF EXISTS ?? WITH (FORCE)', [name]);
    await again.destroy();
  };
  return { url: url.href, drop };
}
