import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { Response } from 'express';
import { Refusal } from '../../../core/errors.ts';
import type { Answer, Route, RouteRequest } from '../../../http/route.ts';
import { addLine } from '../../../kinds/payment/timeline.ts';
import type { Notice, Reply } from '../../../providers/payment/channel.ts';
import { openTill } from '../channels/till.ts';
import type { CommerceDeps } from '../deps.ts';
import { takeNotice } from '../orders/take-notice.ts';

/** The request of a vendor, as it came. */
export const noticeOf = ({ body, http: { req } }: RouteRequest): Notice => ({
  method: req.method,
  headers: req.headers,
  query: new URL(req.originalUrl, 'http://localhost').searchParams,
  body: Buffer.from(typeof body === 'string' ? body : ''),
});

/** Answers as the vendor expects. */
export function send(res: Response, { status, type, body }: Reply): Answer {
  res.status(status).type(type).send(body);
  return { sent: true };
}

/** The payment that an address names, if all of its names belong together. */
async function paymentAt(
  { db, store }: CommerceDeps,
  names: Readonly<Record<string, string | undefined>>,
): Promise<Payment> {
  const found = (await store('payment').find(db, 'admin', names.payment ?? '')) as Payment | undefined;
  if (!found) throw new Refusal('payment-missing', { payment: names.payment ?? '' });
  if (found.provider !== names.provider || found.productName !== names.product)
    throw new Refusal('payment-notice-refused', {}, { why: 'another provider or product' });
  return found;
}

/** Where vendors tell what became of an order. Anybody can call it, so nothing is believed that the vendor did not sign. */
export const notifyRoute = (deps: CommerceDeps): Route => ({
  method: 'POST',
  path: '/api/notify-payment',
  segments: ['owner', 'provider', 'product', 'payment'],
  summary:
    'Takes the notification of a payment service about an order. The answer is the one that the service expects.',
  tag: 'Payment',
  permission: 'anyone',
  fromOtherSites: true,
  textBody: true,
  file: 'text/plain',
  async handle(asked) {
    const payment = await paymentAt(deps, asked.segments);
    const counter = await openTill(deps, payment.provider, payment.organization);
    const { taken, refused } = counter.channel.replies;
    try {
      await takeNotice(deps, payment, noticeOf(asked), counter);
      return send(asked.http.res, taken);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const work = { sql: deps.db, store: deps.store, now: deps.now() };
      await addLine(work, payment, { type: 'refused', cause: 'notice', words: error.reason });
      return send(asked.http.res, refused);
    }
  },
});
