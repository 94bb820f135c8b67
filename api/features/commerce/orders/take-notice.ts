import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { addLine } from '../../../kinds/payment/timeline.ts';
import { forged, type Notice } from '../../../providers/payment/channel.ts';
import type { Counter } from '../channels/till.ts';
import type { CommerceDeps } from '../deps.ts';
import { askVendor } from './ask.ts';
import { differenceOf, settle } from './settle.ts';

/**
 * Takes a notification. It must be the vendor's, and about this order, amount, currency and merchant. Then the vendor is asked: its answer
 * counts, wherever it can be asked. A Refusal makes the vendor send the notification again.
 */
export async function takeNotice(
  deps: CommerceDeps,
  payment: Payment,
  notice: Notice,
  { channel, till }: Counter,
): Promise<void> {
  const report = await channel.read(notice, till);
  if (!report) return;
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
