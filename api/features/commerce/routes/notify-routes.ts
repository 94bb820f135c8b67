import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Answer, Route, RouteRequest } from '../../../http/route.ts';
import type { Notice, Reply } from '../../../providers/payment/channel.ts';
import { countWrong, isAnyLocked } from '../../../signin/locks/guesses.ts';
import { noticeGuesses } from '../../../signin/locks/limits.ts';
import { type Counter, openTill } from '../channels/till.ts';
import type { CommerceDeps } from '../deps.ts';
import { takeNotice, takeNoticeOf } from '../notices/take-notice.ts';
import { itemInAddress } from '../orders/pages.ts';

const noticeOf = ({ body, http: { req } }: RouteRequest): Notice => ({
  method: req.method,
  headers: req.headers,
  query: new URL(req.originalUrl, 'http://localhost').searchParams,
  body: Buffer.from(typeof body === 'string' ? body : ''),
});

/** Answers as the vendor expects it: a refused notification comes again. Whoever sends too many wrong ones is no longer read. */
async function answered(
  { db, now }: CommerceDeps,
  { context, http: { res } }: RouteRequest,
  { channel }: Counter,
  take: () => Promise<void>,
): Promise<Answer> {
  const { taken, refused } = channel.replies;
  const counters = noticeGuesses(context.clientIp);
  if (await isAnyLocked(db, counters, now())) throw new Refusal('too-many-requests', {}, { retryAfterSeconds: 60 });
  const { status, type, body }: Reply = await take().then(
    () => taken,
    async (error) => {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'payment-notice-refused') await countWrong(db, counters, now());
      return refused;
    },
  );
  res.status(status).type(type).send(body);
  return { sent: true };
}

/** The payment that an address names, if all of its names belong together. */
async function paymentAt({ db, store }: CommerceDeps, { segments }: RouteRequest): Promise<Payment> {
  const { provider, product, payment = '' } = segments;
  const found = (await store('payment').find(db, 'admin', payment)) as Payment | undefined;
  if (!found) throw new Refusal('payment-missing', { payment });
  if (found.provider !== provider || itemInAddress(found) !== product)
    throw new Refusal('payment-notice-refused', {}, { why: 'another provider or product' });
  return found;
}

const common = {
  method: 'POST',
  path: '/api/notify-payment',
  tag: 'Payment',
  permission: 'anyone',
  fromOtherSites: true,
  textBody: true,
  file: 'text/plain',
} as const;

/** Where vendors tell what became of an order. Anybody can call it, so nothing is believed that the vendor did not sign. */
export const notifyRoutes = (deps: CommerceDeps): Route[] => [
  {
    ...common,
    segments: ['owner', 'provider', 'product', 'payment'],
    summary:
      'Takes the notification of a payment service about an order. The answer is the one that the service expects.',
    async handle(asked) {
      const payment = await paymentAt(deps, asked);
      const counter = await openTill(deps, payment.provider, payment.organization);
      return answered(deps, asked, counter, () => takeNoticeOf(deps, payment, noticeOf(asked), counter));
    },
  },
  {
    ...common,
    segments: ['owner', 'provider'],
    summary:
      'Takes a notification of a payment service that notifies one address about all orders, such as Stripe or PayPal.',
    async handle(asked) {
      const counter = await openTill(deps, asked.segments.provider ?? '');
      return answered(deps, asked, counter, () => takeNotice(deps, noticeOf(asked), counter));
    },
  },
];
