import type { SyncRun } from '@doorwright/crds/kinds/sync-run.ts';
import type { SyncDeps } from '../deps.ts';
import type { Source } from '../source.ts';
import { links } from '../store/links.ts';
import type { PlannedRow } from '../store/rows.ts';

interface Missing {
  key: string;
  user_id: string;
  name: string | null;
  is_deleted: boolean | null;
  missing_time: Date | null;
}

const pageSize = 500;
const dayMs = 86_400_000;
/** The days in which a run can be taken back. Until then, a purged user is only marked as deleted. */
const restorableDays = 7;

function missingRow(
  { key, user_id: userId, name, is_deleted: isDeleted, missing_time: since }: Missing,
  source: Source,
  now: Date,
): PlannedRow | undefined {
  const user = `${source.organization}/${name}`;
  const about = { key, userId, user, label: user };
  const { purgeDays } = source.object;
  const days = since ? (now.getTime() - since.getTime()) / dayMs : 0;
  if (purgeDays > 0 && days >= purgeDays && !isDeleted)
    return { ...about, action: 'purge', changes: [{ field: 'isDeleted', before: false, after: true }] };
  if (purgeDays > 0 && days >= purgeDays + restorableDays) return { ...about, action: 'purge', changes: [] };
  if (since) return undefined;
  return { ...about, action: 'disable', changes: [{ field: 'isForbidden', before: false, after: true }] };
}

/** The people of a source whom this run has not read: they are blocked, and deleted later where the source says so. */
export async function* missingPeople(
  { db, now }: SyncDeps,
  run: SyncRun,
  source: Source,
): AsyncGenerator<PlannedRow[]> {
  for (let after = ''; ; ) {
    const { rows } = await db.raw(
      `SELECT l.key, l.user_id, u.name, u.is_deleted, l.missing_time FROM "${links}" AS l LEFT JOIN users AS u ON u.id = l.user_id
       WHERE l.source = :source AND l.key > :after
         AND NOT EXISTS (SELECT FROM sync_seen AS s WHERE s.run = :run AND s.key = l.key)
       ORDER BY l.key LIMIT ${pageSize}`,
      { source: source.id, run: run.id, after },
    );
    const found = rows as Missing[];
    const planned = found.filter(({ name }) => name !== null).map((each) => missingRow(each, source, now()));
    yield planned.filter((row) => row !== undefined);
    const last = found.at(-1);
    if (!last || found.length < pageSize) return;
    after = last.key;
  }
}
