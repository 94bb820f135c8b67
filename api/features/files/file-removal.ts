import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { Refusal } from '../../core/errors.ts';
import type { JobKind } from '../../core/jobs/kind.ts';
import { deleteKept, lastDeleted } from '../../core/objects/history/deleted-objects.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { createWorkQueue } from '../../core/work/work-queue.ts';
import type { Db, Sql } from '../../db/knex.ts';
import { type DeletedFiles, fileRemoval } from '../../kinds/organization/file-removal.ts';
import type { FileStore, StoreDeps } from '../../providers/storage/file-service.ts';
import { lockKeys, rowsHolding } from '../../providers/storage/held-keys.ts';
import { openStore } from '../../providers/storage/open.ts';

interface Deps extends StoreDeps, Pick<Work, 'store'> {
  db: Db;
}

const removedAtOnce = 8;

const filesOf = (sql: Sql, { deletion, first, last }: DeletedFiles) =>
  sql('deleted_files').where({ owner: deletion }).whereBetween('name', [first, last]);

/** The store of a file. If its provider was deleted too, its deleted object still has the credentials. */
async function storeNamed(sql: Sql, name: string, { organization = '' }: DeletedFiles, deps: Deps): Promise<FileStore> {
  const found =
    (await deps.store('provider').find(sql, 'admin', name)) ??
    (await lastDeleted('provider', { owner: 'admin', key: name }, { sql, store: deps.store }));
  if (!found) throw new Error(`the provider ${name} is gone`);
  return openStore(found as unknown as Provider, organization, deps);
}

const reasonOf = (error: Error) =>
  error instanceof Refusal ? `${error.code} ${Object.values(error.params).join(' ')}` : error.message;

/** Removes the files, and returns the failures with their reasons. */
async function removeFiles(sql: Sql, range: DeletedFiles, deps: Deps): Promise<string[]> {
  await lockKeys(sql, await filesOf(sql, range).pluck('name'));
  // Read after the lock, because an upload may have replaced a file before.
  const files: { name: string; provider: string }[] = await filesOf(sql, range)
    .whereNot('provider', '')
    .whereNotExists(rowsHolding(sql, sql.ref('deleted_files.name')));
  const stores = new Map<string, Promise<FileStore>>();
  for (const { provider } of files)
    if (!stores.has(provider)) stores.set(provider, storeNamed(sql, provider, range, deps));
  const inTurn = createWorkQueue({ atOnce: removedAtOnce, waiting: files.length });
  const failed = new Map<string, string>();
  const remove = async ({ name, provider }: { name: string; provider: string }) => {
    try {
      await (await stores.get(provider))?.removeFile(name);
    } catch (error) {
      failed.set(name, `${reasonOf(error as Error)}: ${provider} keeps ${name}`);
    }
  };
  await Promise.all(files.map((file) => inTurn(() => remove(file))));
  await filesOf(sql, range)
    .whereNotIn('name', [...failed.keys()])
    .delete();
  return [...failed.values()];
}

/** Removes the files of a deleted organization, after the time to restore it. */
export const fileRemovals: JobKind<DeletedFiles, Deps> = {
  ...fileRemoval,
  async run(range, deps) {
    // A restore at the same moment goes first. After it, the deleted files are gone from this table; otherwise the restore fails.
    await deleteKept(deps.db, range.deletion);
    const failures = await deps.db.transaction((sql) => removeFiles(sql, range, deps));
    if (failures.length > 0) throw new Error(`${failures[0]} (one of ${failures.length})`);
  },
};
