import type { SyncDeps } from '../deps.ts';
import type { Source } from '../source.ts';
import { runs } from '../store/run-store.ts';

const dayMs = 86_400_000;
const finished = ['done', 'degraded'];

/** Where the last finished run of a source ended. Undefined if the source has no positions. */
export async function lastPosition({ db }: SyncDeps, source: Source): Promise<string | undefined> {
  const row = await db(runs)
    .where({ source: source.id, mode: 'run' })
    .whereIn('state', finished)
    .orderBy('created_time', 'desc')
    .first('delta');
  return row?.delta || undefined;
}

/** A run of the clock reads only what changed, except for one whole pass a day. Only a whole pass finds who is missing. */
export async function isWholeDue({ db, now }: SyncDeps, source: Source): Promise<boolean> {
  const row = await db(runs)
    .where({ source: source.id, mode: 'run', is_whole: true })
    .whereIn('state', finished)
    .orderBy('created_time', 'desc')
    .first('created_time');
  return !row || now().getTime() - row.created_time.getTime() >= dayMs;
}
