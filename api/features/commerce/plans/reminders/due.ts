import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';
import { enqueue } from '../../../../core/jobs/enqueue.ts';
import type { JobKind } from '../../../../core/jobs/kind.ts';
import type { CommerceDeps } from '../../deps.ts';
import { reminderLetter } from './letter-job.ts';
import { dayMs, isNew, markOf, reminderAt } from './reminder.ts';

/** Paid subscriptions and trials whose end is near, or not long ago. Of those that renew, only a year is long enough to be forgotten. */
async function nearEnd({ db, store }: CommerceDeps, now: Date): Promise<Subscription[]> {
  const { table, fromRow } = store('subscription');
  const yearly = db(store('payment').table).where({ period: 'year', is_renewing: true }).select('name');
  const rows = await db(table)
    .whereIn('state', ['Active', 'Trial', 'PastDue'])
    .whereNot('pricing', '')
    .where({ is_enabled: true })
    .where((asks) => asks.where({ renewal_order: '' }).orWhere({ state: 'PastDue' }).orWhereIn('renewal_order', yearly))
    .whereNull('ended_time')
    .where('end_date', '<=', new Date(now.getTime() + 7 * dayMs));
  return rows.map((row) => fromRow(row) as unknown as Subscription);
}

/** Marks a reminder and adds its letter, both or neither. If two servers try, only one succeeds. */
async function remind({ db, store }: CommerceDeps, found: Subscription, now: Date): Promise<void> {
  const reminder = reminderAt(found, now);
  if (!reminder || !isNew(reminder, found)) return;
  const { owner, name, endDate, reminded } = found;
  await db.transaction(async (sql) => {
    const marked = await sql(store('subscription').table)
      .where({ owner, name, end_date: endDate, reminded })
      .update({ reminded: markOf(reminder, found), version: sql.raw('version + 1') });
    if (marked > 0) await enqueue(sql, reminderLetter, { owner, name, endDate, reminder });
  });
}

/** Looks for ends that people must be told of. */
export const dueReminders: JobKind<object, CommerceDeps> = {
  name: 'subscription-reminders',
  cron: '*/10 * * * *',
  retry: { times: 2, firstSeconds: 30, mostSeconds: 60 },
  atOnce: 1,
  withinSeconds: 300,
  async run(_payload, deps) {
    const now = deps.now();
    for (const found of await nearEnd(deps, now)) await remind(deps, found, now);
  },
};
