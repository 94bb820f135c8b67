import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { addLine } from '../../../kinds/payment/timeline.ts';
import { forged, type Notice, type Report } from '../../../providers/payment/channel.ts';
import type { Counter } from '../channels/till.ts';
import type { CommerceDeps } from '../deps.ts';
import { askVendor } from './ask.ts';
import { differenceOf, settle } from './settle.ts';

/**
 * Takes what a notification says of an order. It must be about this order, amount, currency and merchant. Then the vendor is asked: its answer
 * counts, wherever it can be asked. A Refusal makes the vendor send the notification again.
 */
export async function takeReport(
  deps: CommerceDeps,
  payment: Payment,
  report: Report,
  { channel, till }: Counter,
): Promise<void> {
  const difference = differenceOf(payment, report, till.provider.clientId);
  if (difference) throw forged(difference);
  const work = { sql: deps.db, store: deps.store, now: deps.now() };
  await addLine(work, payment, {
    type: 'notified',
    cause: 'notice',
    words: `${report.state} ${report.message}`.trim(),
  });
  if (channel.canBeAsked === false) await settle(deps, payment.name, report, 'notice');
  else await askVendor(deps, payment, 'notice');
}

/** Takes a notification at the address of an order. */
export async function takeNotice(
  deps: CommerceDeps,
  payment: Payment,
  notice: Notice,
  counter: Counter,
): Promise<void> {
  const report = await counter.channel.read(notice, counter.till);
  if (report) await takeReport(deps, payment, report, counter);
}
