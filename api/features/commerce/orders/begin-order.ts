import { setTimeout as pause } from 'node:timers/promises';
import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { Period } from '@doorwright/crds/options/periods.ts';
import { appIdPropertyOf } from '@doorwright/crds/providers/links.ts';
import { Refusal } from '../../../core/errors.ts';
import { changeState, lockPayment, writePayment } from '../../../kinds/payment/change-state.ts';
import { addLine } from '../../../kinds/payment/timeline.ts';
import type { NewOrder, Start } from '../../../providers/payment/channel.ts';
import { contextOfShop } from '../context.ts';
import type { CommerceDeps } from '../deps.ts';
import { orderRef } from './order-ref.ts';
import { itemInAddress, resultNotice, resultPage } from './pages.ts';
import type { Sale } from './sale.ts';

/** What the buyer's browser says. */
export type Visit = Pick<NewOrder['buyer'], 'address' | 'device' | 'language'>;

const isBegun = ({ payUrl, qrText, payScript }: Payment) => Boolean(payUrl || qrText || payScript);

/** Another press of the same buyer talks to the vendor. It needs a second or two. */
async function begunElsewhere(deps: CommerceDeps, name: string): Promise<Payment | undefined> {
  for (let look = 0; look < 20; look++) {
    const found = (await deps.store('payment').find(deps.db, 'admin', name)) as unknown as Payment | undefined;
    if (!found || isBegun(found) || found.state !== 'Created') return found;
    await pause(250);
  }
  return undefined;
}

async function keepStart(deps: CommerceDeps, name: string, start: Start): Promise<Payment> {
  return deps.db.transaction(async (sql) => {
    const work = { sql, store: deps.store, now: deps.now() };
    const before = await lockPayment(work, name);
    if (!before) throw new Refusal('not-found', { kind: 'Payment', id: `admin/${name}` });
    const { payUrl, qrText, script, vendorId, renewalId = '' } = start;
    const payScript = script ? JSON.stringify(script) : '';
    const after = await writePayment(work, before, { payUrl, qrText, payScript, vendorId, renewalId });
    await addLine(work, after, { type: 'begun', cause: 'person' });
    return after;
  });
}

async function giveUp(deps: CommerceDeps, name: string, { params }: Refusal): Promise<void> {
  await deps.db.transaction(async (sql) => {
    const work = { sql, store: deps.store, now: deps.now() };
    const before = await lockPayment(work, name);
    if (before?.state !== 'Created') return;
    const words = String(params.problem ?? '');
    await changeState(work, contextOfShop(work.now, 'buy-product'), before, {
      ...{ to: 'Error', cause: 'question', words, fields: { message: words } },
    });
  });
}

/** A sale that renews has a channel that can. */
const begun = ({ channel, till }: Sale, { isRenewing, period }: Payment, asked: NewOrder): Promise<Start> =>
  isRenewing && channel.renewal
    ? channel.renewal.begin({ ...asked, period: period as Period }, till)
    : channel.begin(asked, till);

/**
 * Tells the vendor of an order, and returns the order with its way to pay. The vendor knows orders by our number, so after a crash or a second
 * press the same words make the same order. A vendor that refuses or does not answer ends the order, because nobody has its link.
 */
export async function beginOrder(
  deps: CommerceDeps,
  sale: Sale,
  order: Payment,
  { visit, isNew }: { visit: Visit; isNew: boolean },
): Promise<Payment> {
  if (isBegun(order)) return order;
  const there = isNew ? undefined : await begunElsewhere(deps, order.name);
  if (there) return there;
  const { item, buyer, till } = sale;
  const asked: NewOrder = {
    ...orderRef(order),
    ...{ returnUrl: resultPage(deps.config, order), notifyUrl: resultNotice(deps.config, order) },
    ...{ title: item.title, detail: item.detail, productName: itemInAddress(order) },
    buyer: {
      ...{ id: buyer.id, name: `${buyer.name} | ${buyer.displayName}`, ...visit },
      openId: buyer.properties[appIdPropertyOf('WeChat', till.provider.appId)] ?? '',
    },
  };
  try {
    return await keepStart(deps, order.name, await begun(sale, order, asked));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'payment-channel-failed') await giveUp(deps, order.name, error);
    throw error;
  }
}
