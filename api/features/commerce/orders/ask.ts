import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { PaymentEvent } from '@doorwright/crds/kinds/payment-event.ts';
import { addLine } from '../../../kinds/payment/timeline.ts';
import type { Report } from '../../../providers/payment/channel.ts';
import { type Counter, openTill } from '../channels/till.ts';
import type { CommerceDeps } from '../deps.ts';
import { orderRef } from './order-ref.ts';
import { differenceOf, settle } from './settle.ts';

/** Takes a report that came from the vendor itself. One about something else is told, and changes nothing. */
export async function take(
  deps: CommerceDeps,
  payment: Payment,
  report: Report,
  { till, cause }: Pick<Counter, 'till'> & { cause: PaymentEvent['cause'] },
): Promise<Payment | undefined> {
  const difference = differenceOf(payment, report, till.provider.clientId);
  if (!difference) return settle(deps, payment.name, report, cause);
  const work = { sql: deps.db, store: deps.store, now: deps.now() };
  await addLine(work, payment, { type: 'refused', cause, words: difference });
  return payment;
}

/** Asks the vendor what became of an order, and takes its word. */
export async function askVendor(deps: CommerceDeps, payment: Payment, cause: PaymentEvent['cause']) {
  const counter = await openTill(deps, payment.provider, payment.organization);
  const report = await counter.channel.ask(orderRef(payment), counter.till);
  return take(deps, payment, report, { ...counter, cause });
}

/** Makes the vendor take no more money, and takes its word about what came before. */
export async function closeAtVendor(deps: CommerceDeps, payment: Payment) {
  const counter = await openTill(deps, payment.provider, payment.organization);
  const report = await counter.channel.close(orderRef(payment), counter.till);
  return take(deps, payment, report, { ...counter, cause: 'clock' });
}
