import { setImmediate } from 'node:timers/promises';
import type { SyncRow } from '@doorwright/crds/kinds/sync-row.ts';
import { Refusal } from '../../../core/errors.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import { translateConflict, withRetry } from '../../../core/objects/storage/conflicts.ts';
import type { SyncDeps } from '../deps.ts';
import type { Source } from '../source.ts';
import { linksOf } from '../store/links.ts';
import { settleRow } from '../store/rows.ts';
import { addPeople } from './add-people.ts';
import { changePerson } from './change-people.ts';
import { type Member, setMemberships } from './memberships.ts';
import { blockMissing, purgeMissing } from './remove-people.ts';
import { failureOf } from './row-failure.ts';
import { groupsOfRow } from './user-columns.ts';

export interface Applying {
  deps: SyncDeps;
  source: Source;
  context: RequestContext;
  /** Groups that refused a member, with the reason. */
  refusedGroups: Map<string, Refusal>;
}

const workOf = ({ deps, context }: Applying, sql: Work['sql']): Work => ({
  ...{ sql, caller: context.caller, now: context.now },
  ...{ registry: deps.registry, box: deps.box, store: deps.store },
});

const inTransaction = <T>(applying: Applying, step: (work: Work) => Promise<T>): Promise<T> =>
  withRetry(() => applying.deps.db.transaction((sql) => step(workOf(applying, sql)))).catch((error) => {
    throw translateConflict(applying.deps.registry.named('user'), error);
  });

async function joinGroups(
  applying: Applying,
  work: Work,
  rows: readonly { row: SyncRow; user: string }[],
): Promise<void> {
  const { deps, context, source } = applying;
  const about = rows.flatMap(({ row, user }) => {
    const change = groupsOfRow(row);
    return change ? [{ key: row.key, user, wanted: change.after as string[] }] : [];
  });
  if (about.length === 0) return;
  const known = await linksOf(
    work.sql,
    deps,
    source.id,
    about.map(({ key }) => key),
  );
  const members = about.flatMap(({ key, user, wanted }): Member[] => {
    const link = known.get(key);
    return link ? [{ user, link, wanted }] : [];
  });
  for (const [target, refusal] of await setMemberships(deps, context, work, source, members))
    applying.refusedGroups.set(target, refusal);
}

/** One row that is no addition, in a transaction of its own. Says what became of it. */
async function applyOne(applying: Applying, row: SyncRow): Promise<'done' | 'failed' | 'kept'> {
  const { deps, context, source } = applying;
  try {
    await inTransaction(applying, async (work) => {
      if (!(await settleRow(work.sql, row, 'planned', { state: 'done' }))) return;
      if (row.action === 'disable') await blockMissing(deps, context, work, source, row);
      else if (row.action === 'purge') await purgeMissing(deps, context, work, source, row);
      else {
        const user = await changePerson(deps, context, work, source, row);
        await joinGroups(applying, work, [{ row, user }]);
      }
    });
    return 'done';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const state = error.code === 'source-changed-since' ? 'kept' : 'failed';
    await settleRow(deps.db, row, 'planned', { state, ...failureOf(error) });
    return state;
  }
}

async function addAll(applying: Applying, rows: readonly SyncRow[]): Promise<number> {
  const { deps, context, source } = applying;
  return inTransaction(applying, async (work) => {
    const { added, users } = await addPeople(deps, context, work, source, rows);
    const joined = rows.flatMap((row) => {
      const user = users.get(row.id);
      return user ? [{ row, user: `${user.owner}/${user.name}` }] : [];
    });
    await joinGroups(applying, work, joined);
    return added;
  });
}

type Applied = Record<'done' | 'failed' | 'kept', number>;

/** Applies some planned rows: all additions together, every other row by itself. Each row is done once, however often this repeats. */
export async function applyRows(applying: Applying, rows: readonly SyncRow[]): Promise<Applied> {
  const additions = rows.filter(({ action }) => action === 'add');
  const added = additions.length > 0 ? await addAll(applying, additions) : 0;
  const applied: Applied = { done: added, failed: additions.length - added, kept: 0 };
  for (const row of rows) {
    if (row.action === 'add') continue;
    applied[await applyOne(applying, row)]++;
    await setImmediate();
  }
  return applied;
}
