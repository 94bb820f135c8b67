import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Route } from '../../../http/route.ts';
import { addLine } from '../../../kinds/payment/timeline.ts';
import type { Report } from '../../../providers/payment/channel.ts';
import { type Counter, openTill } from '../channels/till.ts';
import type { CommerceDeps } from '../deps.ts';
import { takeReport } from '../orders/take-notice.ts';
import { noticeOf, send } from './notify-route.ts';

/** The vendor's account may sell elsewhere too. An order that is not ours changes nothing. */
async function takeForOrder(deps: CommerceDeps, report: Report, counter: Counter): Promise<void> {
  const payment = (await deps.store('payment').find(deps.db, 'admin', report.id)) as unknown as Payment | undefined;
  if (payment?.provider !== counter.till.provider.name) return;
  try {
    await takeReport(deps, payment, report, counter);
  } catch (error) {
    const work = { sql: deps.db, store: deps.store, now: deps.now() };
    if (error instanceof Refusal)
      await addLine(work, payment, { type: 'refused', cause: 'notice', words: error.reason });
    throw error;
  }
}

/** Where vendors tell of all orders that have one address for an account, such as PayPal and Stripe. Nothing is believed that they did not sign. */
export const notifyProviderRoute = (deps: CommerceDeps): Route => ({
  method: 'POST',
  path: '/api/notify-provider',
  segments: ['owner', 'provider'],
  summary:
    'Takes the notification of a payment service that has one address for all orders, such as PayPal or Stripe. The answer is the one that the service expects.',
  tag: 'Payment',
  permission: 'anyone',
  fromOtherSites: true,
  textBody: true,
  file: 'text/plain',
  async handle(asked) {
    // The organization is not known yet, so a provider that is not for all reaches what every organization may reach.
    const counter = await openTill(deps, asked.segments.provider ?? '', '');
    const { taken, refused } = counter.channel.replies;
    try {
      const report = await counter.channel.read(noticeOf(asked), counter.till);
      if (report) await takeForOrder(deps, report, counter);
      return send(asked.http.res, taken);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return send(asked.http.res, refused);
    }
  },
});
