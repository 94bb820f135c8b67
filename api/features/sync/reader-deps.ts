import { organizationNamed } from '../../core/objects/rules/organization-named.ts';
import type { ReaderDeps } from '../../providers/directories/database/reader.ts';
import type { SyncDeps } from './deps.ts';
import type { Source } from './source.ts';

/** The parts that a connection to a source works with. */
export async function readerDeps(
  { db, store, egress, config }: SyncDeps,
  { organization }: Pick<Source, 'organization'>,
  signal?: AbortSignal,
): Promise<ReaderDeps> {
  const found = await organizationNamed(organization, { sql: db, store });
  return {
    ...{ egress, sqliteFolder: config.DOORWRIGHT_SQLITE_DIR, signal },
    passwordType: found?.passwordType ?? 'argon2id',
  };
}
