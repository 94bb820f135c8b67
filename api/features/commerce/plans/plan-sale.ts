import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Period } from '@doorwright/crds/options/periods.ts';
import { Refusal } from '../../../core/errors.ts';
import { isForOrganization } from '../../../core/objects/storage/audience.ts';
import { idOf, planOf, subscriptionAt } from '../../../kinds/subscription/find.ts';
import { runs } from '../../../kinds/subscription/running.ts';
import { assertTaken } from '../../../providers/payment/channel.ts';
import { openTill } from '../channels/till.ts';
import type { CommerceDeps } from '../deps.ts';
import type { Item, Sale } from '../orders/sale.ts';
import { type Offer, offerFor, priceFor } from './offer.ts';

/** An administrator who stopped a subscription decides when it goes on. */
export function assertNotStopped(found: Subscription | undefined): void {
  if (found && (!found.isEnabled || found.state === 'Suspended' || found.state === 'Pending'))
    throw new Refusal('subscription-stopped');
}

/** Prolongs the own plan, or begins a plan where none is paid for. Another plan is a change. */
async function assertMayBuy(deps: CommerceDeps, buyer: User, { pricing, plan }: Offer): Promise<void> {
  const parts = { sql: deps.db, store: deps.store };
  const found = await subscriptionAt(idOf(pricing), buyer, parts);
  assertNotStopped(found);
  if (!found || found.plan === idOf(plan) || found.state === 'Trial') return;
  const present = await planOf(found.plan, parts);
  if (present && runs(found, present, deps.now())) throw new Refusal('plan-change-instead');
}

/** People return to the application that offers the plans. */
async function homeOf({ db, store }: CommerceDeps, { pricing }: Offer): Promise<string> {
  if (!pricing.application) return '';
  const application = await store('application').find(db, 'admin', pricing.application);
  return (application as Application | undefined)?.homepageUrl ?? '';
}

function itemOf({ pricing, plan }: Offer, period: Period, returnUrl: string): Item {
  const title = plan.displayName || plan.name;
  return {
    ...{ key: `plan ${idOf(pricing)} ${idOf(plan)} ${period}`, title, detail: '' },
    fields: { plan: idOf(plan), pricing: idOf(pricing), period, productDisplayName: title, returnUrl },
  };
}

interface Asked {
  plan: string;
  pricing: string;
  period: Period;
  provider: string;
}

/** The sale of a period of a plan. Plans have no stock. */
export async function planSale(deps: CommerceDeps, buyer: User, asked: Asked): Promise<Sale> {
  const offer = await offerFor(deps, buyer, asked);
  await assertMayBuy(deps, buyer, offer);
  const { pricing, plan } = offer;
  if (!pricing.providers.includes(asked.provider))
    throw new Refusal('payment-provider-missing', { provider: asked.provider });
  const counter = await openTill(deps, asked.provider, buyer.owner);
  if (!isForOrganization(deps.registry.named('provider'), counter.till.provider, buyer.owner))
    throw new Refusal('payment-provider-missing', { provider: asked.provider });
  const price = priceFor(plan, asked.period);
  if (price.amount <= 0) throw new Refusal('plan-free', { plan: idOf(plan), period: asked.period });
  assertTaken(counter.channel, price, counter.till.provider);
  return { ...counter, item: itemOf(offer, asked.period, await homeOf(deps, offer)), buyer, price };
}
