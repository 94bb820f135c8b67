import type { Ldap } from '@doorwright/crds/kinds/ldap.ts';
import { cacheReads } from '../../../core/cache/cached-reads.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import type { Db } from '../../../db/knex.ts';

interface Reads extends Pick<Work, 'store'> {
  db: Db;
}

/** The directories of an organization that take part in sign-in, the oldest first. Nearly every sign-in asks, so the answer is cached. */
export function createSignInDirectories({ db, store }: Reads): (organization: string) => Promise<readonly Ldap[]> {
  const { table, fromRow } = store('ldap');
  const read = cacheReads(db, ['ldap'], async (owner) => ({
    found: await db(table).where({ owner }).whereNot('sign_in_mode', 'Off').orderBy('created_time'),
  }));
  return async (organization) => {
    const { found } = (await read(organization)) as { found: Record<string, unknown>[] };
    return found.map((row) => fromRow(row) as unknown as Ldap);
  };
}
