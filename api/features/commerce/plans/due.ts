import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';
import type { JobKind } from '../../../core/jobs/kind.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import { planOf } from '../../../kinds/subscription/find.ts';
import { noRenewal } from '../../../kinds/subscription/renewal.ts';
import { overAt, overSql, withPlanSql } from '../../../kinds/subscription/running.ts';
import { changeSubscription } from '../../../kinds/subscription/write.ts';
import { contextOfShop } from '../context.ts';
import type { CommerceDeps } from '../deps.ts';

/** Subscriptions of one tick. The rest comes five seconds later. */
const atOnce = 200;
const dayMs = 86_400_000;

type Parts = Pick<Work, 'sql' | 'store' | 'now'>;
type Named = Pick<Subscription, 'owner' | 'name'>;

/**
 * Those whose end has come and is not told yet, and those whose next plan begins. Administrators look after the ones that they made. Vendors take the money
 * of a renewal after the end, so it has a day before it is past due.
 */
async function ended({ db, store, now }: CommerceDeps): Promise<Named[]> {
  const table = (kind: string) => `"${store(kind).table}"`;
  const { rows } = await db.raw(
    `SELECT subscription.owner, subscription.name FROM ${withPlanSql(table)}
     WHERE subscription.end_date <= :now AND subscription.pricing <> '' AND subscription.ended_time IS NULL
       AND (subscription.state = 'Active' AND (subscription.renewal_order = '' OR subscription.end_date <= :dayAgo)
         OR ${overSql} <= :now)
       OR subscription.next_plan_time <= :now
     ORDER BY subscription.end_date LIMIT :atOnce`,
    { now: now(), dayAgo: new Date(now().getTime() - dayMs), atOnce },
  );
  return rows;
}

/** The days of grace begin, or the subscription is over. The role went by the dates alone; this tells of it. */
async function follow(parts: Parts, { owner, name }: Named): Promise<void> {
  const found = (await parts.store('subscription').find(parts.sql, owner, name, 'forNoKeyUpdate')) as
    | Subscription
    | undefined;
  const plan = found && (await planOf(found.plan, parts));
  if (!found || !plan) return;
  const time = parts.now.getTime();
  const context = contextOfShop(parts.now, 'settle-subscription');
  if (found.nextPlanTime && Date.parse(found.nextPlanTime) <= time)
    await changeSubscription(parts, context, found, {
      event: '',
      fields: { plan: found.nextPlan, nextPlan: '', nextPlanTime: '' },
    });
  if (found.endedTime || !found.endDate || Date.parse(found.endDate) > time) return;
  if (overAt(found, plan) <= time)
    await changeSubscription(parts, context, found, {
      event: 'subscription-ended',
      fields: { endedTime: parts.now.toISOString(), ...noRenewal },
    });
  else if (found.state === 'Active')
    await changeSubscription(parts, context, found, { event: '', fields: { state: 'PastDue' } });
}

/** Tells what the dates of subscriptions have done. */
export const dueSubscriptions: JobKind<object, CommerceDeps> = {
  name: 'subscriptions-due',
  cron: '*/5 * * * * *',
  retry: { times: 1, firstSeconds: 5, mostSeconds: 5 },
  atOnce: 1,
  withinSeconds: 60,
  async run(_payload, deps) {
    for (const named of await ended(deps))
      await deps.db.transaction((sql) => follow({ sql, store: deps.store, now: deps.now() }, named));
  },
};
