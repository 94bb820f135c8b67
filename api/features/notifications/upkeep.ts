import { tableName } from '@doorwright/crds/derive/tables.ts';
import { notificationMark } from '@doorwright/crds/kinds/notification-mark.ts';
import { foundBySource } from './find.ts';
import { keyOf, mostOfSource, type SourceDeps } from './notification.ts';

/** A mark may be newer than the answer of a source. */
const keptMs = 3_600_000;

/** Deletes the marks of notifications whose cause is gone. While a source has more problems than it reports, all marks stay. */
export async function deleteOldMarks(deps: SourceDeps, now: Date): Promise<void> {
  const found = await foundBySource(deps, { organization: undefined, now });
  if (found.some(({ length }) => length >= mostOfSource)) return;
  await deps
    .db(tableName(notificationMark))
    .where('created_time', '<', new Date(now.getTime() - keptMs))
    .whereNotIn('notification', found.flat().map(keyOf))
    .delete();
}
