import type { SyncRow } from '@doorwright/crds/kinds/sync-row.ts';
import type { SyncRun } from '@doorwright/crds/kinds/sync-run.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { Refusal } from '../../../core/errors.ts';
import { isSame } from '../../../core/objects/rules/empty-value.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import { contextOfRun } from '../context.ts';
import type { SyncDeps } from '../deps.ts';
import type { Source } from '../source.ts';
import { countStates } from '../store/count-states.ts';
import { type Counts, countsOf, textsOf } from '../store/counts.ts';
import { changeLink, linksOf, removeLink } from '../store/links.ts';
import { rowsTable, settleRow } from '../store/rows.ts';
import { changeRun } from '../store/run-store.ts';
import { lockedUser } from './change-people.ts';
import { setMemberships } from './memberships.ts';
import { failureOf } from './row-failure.ts';
import { fieldsOfRow, groupsOfRow } from './user-columns.ts';
import { writeUser } from './write-user.ts';

const batch = 200;
const changedSince = new Refusal('source-changed-since');
const gone = new Refusal('sync-not-undoable');

interface Undoing {
  deps: SyncDeps;
  source: Source;
  context: ReturnType<typeof contextOfRun>;
}

const isUntouched = (user: User, given: Record<string, unknown>) =>
  Object.entries(given).every(([field, value]) => isSame(user[field as keyof User], value));

/** Takes a person out whom the run added, unless somebody changed them or they have signed in. */
async function takeOut({ deps, source, context }: Undoing, work: Work, row: SyncRow): Promise<void> {
  const user = await lockedUser(work, row.userId);
  if (user) {
    const { createdTime: _, ...given } = fieldsOfRow(row, 'after');
    if (!isUntouched(user, given) || user.lastSigninTime) throw changedSince;
    await deps.objects.steps.remove(deps.registry.named('user'), context, { owner: user.owner, key: user.name }, work);
  }
  await removeLink(work.sql, source.id, row.key);
}

/** Gives a user the values from before the run. */
async function giveBack({ deps, source, context }: Undoing, work: Work, row: SyncRow): Promise<void> {
  const user = await lockedUser(work, row.userId);
  if (!user || !isUntouched(user, fieldsOfRow(row, 'after'))) throw changedSince;
  const stored = await writeUser(deps, context, work, user, fieldsOfRow(row, 'before'));
  const link = (await linksOf(work.sql, deps, source.id, [row.key])).get(row.key);
  if (!link) return;
  if (row.action === 'disable') await changeLink(work.sql, deps, link, { missingTime: '', isBlocked: false });
  const groups = groupsOfRow(row);
  const member = { user: `${stored.owner}/${stored.name}`, link, wanted: (groups?.before ?? []) as string[] };
  if (groups) await setMemberships(deps, context, work, source, [member]);
}

async function undoRow(undoing: Undoing, work: Work, row: SyncRow): Promise<void> {
  const { source } = undoing;
  if (row.action === 'add') await takeOut(undoing, work, row);
  else if (row.action === 'link') await removeLink(work.sql, source.id, row.key);
  else if (row.action === 'purge' && row.changes.length === 0) throw gone;
  else await giveBack(undoing, work, row);
}

/** Takes the changes of a run back, the last one first. What somebody has changed since stays, and is counted. */
export async function undoRun(
  deps: SyncDeps,
  { run, source, signal }: { run: SyncRun; source: Source; signal: AbortSignal },
): Promise<Counts> {
  const { db, store, registry, box, now } = deps;
  for (;;) {
    signal.throwIfAborted();
    const found = await db(rowsTable).where({ run: run.id, state: 'done' }).orderBy('number', 'desc').limit(batch);
    if (found.length === 0) break;
    for (const each of found) {
      const row = store('sync-row').fromRow(each) as unknown as SyncRow;
      const context = contextOfRun(source.organization, now(), 'undo-sync-run');
      try {
        await db.transaction(async (sql) => {
          const work = { sql, store, registry, box, caller: context.caller, now: context.now };
          if (await settleRow(sql, row, 'done', { state: 'undone' }))
            await undoRow({ deps, source, context }, work, row);
        });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        await settleRow(db, row, 'done', { state: 'kept', ...failureOf(error) });
      }
    }
    const counts = { ...countsOf(run.counts), ...(await countStates(db, run.id)) };
    await changeRun(db, deps, run, ['undoing'], { counts: textsOf(counts), touchedTime: now().toISOString() });
  }
  return { ...countsOf(run.counts), ...(await countStates(db, run.id)) };
}
