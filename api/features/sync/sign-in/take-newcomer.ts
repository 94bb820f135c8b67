import type { Ldap } from '@doorwright/crds/kinds/ldap.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { SyncDeps } from '../deps.ts';
import { takeNow } from '../runs/take-now.ts';
import { sourceOf } from '../source.ts';
import { linksOf } from '../store/links.ts';

/** Adds a person of a directory at their first sign-in. Undefined if the person cannot be taken: the run says why. */
export async function takeNewcomer(deps: SyncDeps, directory: Ldap, key: string): Promise<User | undefined> {
  const source = await sourceOf(deps.db, deps, 'ldap', directory as unknown as Record<string, unknown>);
  await takeNow(deps, source, [key]);
  const link = (await linksOf(deps.db, deps, source.id, [key])).get(key);
  const { table, fromRow } = deps.store('user');
  const row = link && (await deps.db(table).where({ id: link.userId }).first());
  return row && (fromRow(row) as unknown as User);
}
