import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { endOfTerm } from '@doorwright/crds/values/subscription-term.ts';
import { Refusal } from '../../../core/errors.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import { idOf, lockSubscriber, planOf, subscriptionAt } from '../../../kinds/subscription/find.ts';
import { runs } from '../../../kinds/subscription/running.ts';
import { addSubscription, changeSubscription } from '../../../kinds/subscription/write.ts';
import type { CommerceDeps } from '../deps.ts';
import { offerFor } from './offer.ts';
import { assertNotStopped } from './plan-sale.ts';

type Parts = Pick<Work, 'sql' | 'store' | 'now'>;

/** Each person tries each plan once, at whichever pricing. */
async function assertUntried({ sql, store }: Parts, user: User, plan: string): Promise<void> {
  const tried = await sql(store('subscription').table)
    .where({ user: idOf(user) })
    .whereRaw('trials @> CAST(? AS jsonb)', [JSON.stringify([plan])])
    .first('name');
  if (tried) throw new Refusal('trial-used');
}

async function assertNoneRuns(parts: Parts, found: Subscription | undefined): Promise<void> {
  const present = found && (await planOf(found.plan, parts));
  if (found && present && runs(found, present, parts.now)) throw new Refusal('subscription-running');
}

/** Gives a plan for the days of the trial, without payment. It ends without days of grace. */
export async function startTrial(
  deps: CommerceDeps,
  context: RequestContext,
  buyer: User,
  asked: { plan: string; pricing: string },
): Promise<Subscription> {
  const { pricing, plan } = await offerFor(deps, buyer, asked);
  if (pricing.trialDuration <= 0) throw new Refusal('trial-none');
  return deps.db.transaction(async (sql) => {
    const parts = { sql, store: deps.store, now: context.now };
    await lockSubscriber(buyer, parts);
    const found = await subscriptionAt(idOf(pricing), buyer, parts);
    assertNotStopped(found);
    await assertNoneRuns(parts, found);
    await assertUntried(parts, buyer, idOf(plan));
    const fields = {
      ...{ plan: idOf(plan), pricing: idOf(pricing), state: 'Trial', billingDay: 0, endedTime: '' },
      endDate: endOfTerm(context.now.toISOString(), pricing.trialDuration),
      trials: [...(found?.trials ?? []), idOf(plan)],
    } satisfies Partial<Subscription>;
    if (found) return changeSubscription(parts, context, found, { event: 'subscription-started', fields });
    const { owner } = pricing;
    return addSubscription(parts, context, { owner, user: idOf(buyer), displayName: plan.displayName, ...fields });
  });
}
