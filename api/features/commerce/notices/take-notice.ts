import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { Refusal } from '../../../core/errors.ts';
import { addLine } from '../../../kinds/payment/timeline.ts';
import { forged, type Notice, type Report } from '../../../providers/payment/channel.ts';
import type { RenewalNotice } from '../../../providers/payment/renewal.ts';
import type { Counter } from '../channels/till.ts';
import type { CommerceDeps } from '../deps.ts';
import { askVendor } from '../orders/ask.ts';
import { differenceOf, settle } from '../orders/settle.ts';
import { takeRenewalNotice } from '../renewals/take-renewal-notice.ts';

/**
 * A verified report must be about this order, amount, currency and merchant. Then the vendor is asked: its answer counts, wherever it can be
 * asked.
 */
async function takeReport(deps: CommerceDeps, payment: Payment, report: Report, { channel, till }: Counter) {
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

const isAboutRenewal = (report: Report | RenewalNotice): report is RenewalNotice => 'about' in report;

async function told(deps: CommerceDeps, payment: Payment, take: () => Promise<void>): Promise<void> {
  try {
    await take();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const work = { sql: deps.db, store: deps.store, now: deps.now() };
    await addLine(work, payment, { type: 'refused', cause: 'notice', words: error.reason });
    throw error;
  }
}

/** Takes a notification at the address of one order. A Refusal makes the vendor send it again. */
export const takeNoticeOf = (deps: CommerceDeps, payment: Payment, notice: Notice, counter: Counter): Promise<void> =>
  told(deps, payment, async () => {
    const report = await counter.channel.read(notice, counter.till);
    if (report && isAboutRenewal(report)) await takeRenewalNotice(deps, counter.till.provider, report);
    else if (report) await takeReport(deps, payment, report, counter);
  });

/**
 * Takes a notification at the one address of a provider, which finds the order by its number. An account at a vendor may serve other shops too, so an order that
 * is not ours is taken without a word.
 */
export async function takeNotice(deps: CommerceDeps, notice: Notice, counter: Counter): Promise<void> {
  const report = await counter.channel.read(notice, counter.till);
  if (!report) return;
  if (isAboutRenewal(report)) return takeRenewalNotice(deps, counter.till.provider, report);
  const payment = (await deps.store('payment').find(deps.db, 'admin', report.id)) as unknown as Payment | undefined;
  if (payment?.provider !== counter.till.provider.name) return;
  await told(deps, payment, () => takeReport(deps, payment, report, counter));
}
