import type { SyncRow } from '@doorwright/crds/kinds/sync-row.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { Refusal } from '../../../core/errors.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import { isSame } from '../../../core/objects/rules/empty-value.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import type { SyncDeps } from '../deps.ts';
import type { Source } from '../source.ts';
import { hashOfDigest, linksOf, storeLinks } from '../store/links.ts';
import { fieldsOfRow, passwordOfRow } from './user-columns.ts';
import { writeUser } from './write-user.ts';

/** The user of a row, locked until the end of the transaction. */
export async function lockedUser({ sql, store }: Work, userId: string): Promise<User | undefined> {
  const { table, fromRow } = store('user');
  const row = await sql(table).where({ id: userId }).first().forNoKeyUpdate();
  return row && (fromRow(row) as unknown as User);
}

const changedSince = new Refusal('source-changed-since');

/** Somebody changed the user after the plan. A person approved other values, so the row stays as it is. */
function refuseStale(user: User, before: Record<string, unknown>): void {
  const differs = Object.entries(before).some(([field, value]) => !isSame(user[field as keyof User], value));
  if (differs) throw changedSince;
}

/** Changes or links the person of a row. */
export async function changePerson(
  deps: SyncDeps,
  context: RequestContext,
  work: Work,
  source: Source,
  row: SyncRow,
): Promise<string> {
  const user = await lockedUser(work, row.userId);
  if (!user) throw new Refusal('not-found', { kind: 'User', id: row.user });
  refuseStale(user, fieldsOfRow(row, 'before'));
  const changes = { ...fieldsOfRow(row, 'after'), ...passwordOfRow(row, work.now) };
  const stored = await writeUser(deps, context, work, user, changes);
  const known = (await linksOf(work.sql, deps, source.id, [row.key])).get(row.key);
  const { isForbidden } = changes as { isForbidden?: boolean };
  await storeLinks(
    work.sql,
    deps,
    [
      {
        ...{ source: source.id, key: row.key, userId: row.userId, fields: row.owned, wish: row.wish },
        ...{ wanted: known?.wanted ?? [], groups: known?.groups ?? [], provedTime: known?.provedTime ?? '' },
        digestOf: row.digest ? hashOfDigest(row.digest) : (known?.digestOf ?? ''),
        isBlocked: isForbidden ?? known?.isBlocked ?? false,
      },
    ],
    work.now,
  );
  return `${stored.owner}/${stored.name}`;
}
