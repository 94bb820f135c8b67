import type { User } from '@doorwright/crds/kinds/user.ts';
import { enqueue } from '../../../core/jobs/enqueue.ts';
import type { JobKind } from '../../../core/jobs/kind.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import type { Db } from '../../../db/knex.ts';
import { digestDay } from './digest-day.ts';
import { digestLetter } from './letter-job.ts';

interface Deps extends Pick<Work, 'store'> {
  db: Db;
  now: () => Date;
}

/** Finds the people whose day has begun, and adds a job for the digest of each. The day is theirs, so each gets one digest in a day. */
async function addDueDigests({ db, store, now }: Deps): Promise<void> {
  const { table } = store('user');
  const rows: { owner: string; name: string; time_zone: string; digest_day: string }[] = await db(table)
    .whereNot('digest_day', '')
    .select('owner', 'name', 'time_zone', 'digest_day');
  for (const { owner, name, time_zone: zone, digest_day: last } of rows) {
    const day = digestDay(now(), zone);
    if (day <= last) continue;
    await db.transaction(async (sql) => {
      // If two servers try, only one succeeds.
      const changed = await sql(table).where({ owner, name, digest_day: last }).update({ digest_day: day });
      if (changed > 0) await enqueue(sql, digestLetter, { owner, name } satisfies Pick<User, 'owner' | 'name'>);
    });
  }
}

/** Looks for due digests every half hour, because some time zones begin there. */
export const dueDigests: JobKind<object, Deps> = {
  name: 'notification-digests',
  cron: '5,35 * * * *',
  retry: { times: 2, firstSeconds: 30, mostSeconds: 60 },
  atOnce: 1,
  withinSeconds: 300,
  run: (_payload, deps) => addDueDigests(deps),
};
