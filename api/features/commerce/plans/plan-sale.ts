import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Payment } from '@doorwright/crds/kinds/payment.ts';
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
  // An administrator has taken its end away.
  if (found?.endDate === '') throw new Refusal('subscription-running');
  // Both would take money for the same time. After a failed charge, an order by hand takes the place of the renewal.
  if (found?.renewalOrder && found.state === 'Active') throw new Refusal('plan-renews');
  const isNext = found?.nextPlan === idOf(plan);
  if (found?.nextPlanTime && !isNext) throw new Refusal('plan-change-paid');
  if (!found || isNext || found.plan === idOf(plan) || found.state === 'Trial') return;
  const present = await planOf(found.plan, parts);
  if (present && runs(found, present, deps.now())) throw new Refusal('plan-change-instead');
}

/** People return to the application that offers the plans. */
async function homeOf({ db, store }: CommerceDeps, { pricing }: Offer): Promise<string> {
  if (!pricing.application) return '';
  const application = await store('application').find(db, 'admin', pricing.application);
  return (application as Application | undefined)?.homepageUrl ?? '';
}

/** What the rest of another plan is worth, and the end of that rest. */
export interface Credit {
  credit: number;
  creditUntil: string;
}

function itemOf({ pricing, plan }: Offer, period: Period, more: Partial<Payment>): Item {
  const title = plan.displayName || plan.name;
  const renewing = more.isRenewing ? ' renewing' : '';
  return {
    ...{ key: `plan ${idOf(pricing)} ${idOf(plan)} ${period}${renewing}`, title, detail: '' },
    fields: { plan: idOf(plan), pricing: idOf(pricing), period, productDisplayName: title, ...more },
  };
}

export interface Asked {
  plan: string;
  pricing: string;
  period: Period;
  provider: string;
  /** The payment service takes the money of each later period by itself. */
  isRenewing: boolean;
}

/** The sale of a period of a plan. */
export async function planSale(deps: CommerceDeps, buyer: User, asked: Asked): Promise<Sale> {
  const offer = await offerFor(deps, buyer, asked);
  await assertMayBuy(deps, buyer, offer);
  return saleOf(deps, buyer, offer, asked);
}

/** The sale of an offer, cheaper by a credit. Plans have no stock. */
export async function saleOf(
  deps: CommerceDeps,
  buyer: User,
  offer: Offer,
  { credit, ...asked }: Asked & { credit?: Credit },
): Promise<Sale> {
  const { pricing, plan } = offer;
  if (!pricing.providers.includes(asked.provider))
    throw new Refusal('payment-provider-missing', { provider: asked.provider });
  const counter = await openTill(deps, asked.provider, buyer.owner);
  if (!isForOrganization(deps.registry.named('provider'), counter.till.provider, buyer.owner))
    throw new Refusal('payment-provider-missing', { provider: asked.provider });
  const full = priceFor(plan, asked.period);
  const price = { ...full, amount: full.amount - (credit?.credit ?? 0) };
  if (price.amount <= 0) throw new Refusal('plan-free', { plan: idOf(plan), period: asked.period });
  const { isRenewing } = asked;
  if (isRenewing && !counter.channel.renewal)
    throw new Refusal('plan-renewal-unsupported', { type: counter.till.provider.type });
  assertTaken(counter.channel, price, counter.till.provider);
  const item = itemOf(offer, asked.period, { returnUrl: await homeOf(deps, offer), isRenewing, ...credit });
  return { ...counter, item, buyer, price };
}
