import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { Refusal } from '../../core/errors.ts';
import type { JobKind } from '../../core/jobs/kind.ts';
import { deleteKept, lastDeleted } from '../../core/objects/deleted-objects.ts';
import type { Work } from '../../core/objects/kind-hooks.ts';
import { createWorkQueue } from '../../core/work/work-queue.ts';
import type { Db, Sql } from '../../db/knex.ts';
import { type DeletedFiles, fileRemoval } from '../../kinds/organization/file-removal.ts';
import { lockKeys, rowsHolding } from '../../providers/storage/held-keys.ts';
import type { FileStore, StoreDeps } from '../../providers/storage/store.ts';
import { openStore } from '../../providers/storage/stores.ts';

interface Deps extends StoreDeps, Pick<Work, 'store'> {
  db: Db;
}

const removedAtOnce = 8;

const filesOf = (sql: Sql, { deletion, first, last }: DeletedFiles) =>
  sql('deleted_files').where({ owner: deletion }).whereBetween('name', [first, last]);

/** A store whose provider was deleted as well is asked with what is left of that. */
async function storeNamed(sql: Sql, name: string, { organization = '' }: DeletedFiles, deps: Deps): Promise<FileStore> {
  const found =
    (await deps.store('provider').find(sql, 'admin', name)) ??
    (await lastDeleted('provider', { owner: 'admin', key: name }, { sql, store: deps.store }));
  if (!found) throw new Error(`the provider ${name} is gone`);
  return openStore(found as unknown as Provider, organization, deps);
}

const reasonOf = (error: Error) =>
  error instanceof Refusal ? `${error.code} ${Object.values(error.params).join(' ')}` : error.message;

/** Removes what can be removed, and answers what could not, and why. */
async function removeFiles(sql: Sql, range: DeletedFiles, deps: Deps): Promise<string[]> {
  await lockKeys(sql, await filesOf(sql, range).pluck('name'));
  // Asked after that: an upload may have replaced one before its key was ours.
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
      await (await stores.get(provider))?.remove(name);
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

/** Removes files of an organization from their stores, once it can no longer be brought back. */
export const fileRemovals: JobKind<DeletedFiles, Deps> = {
  ...fileRemoval,
  async run(range, deps) {
    // Whoever brings the organization back in this very moment comes first, and its files are gone from here, or too late.
    await deleteKept(deps.db, range.deletion);
    const failures = await deps.db.transaction((sql) => removeFiles(sql, range, deps));
    if (failures.length > 0) throw new Error(`${failures[0]} (one of ${failures.length})`);
  },
};
