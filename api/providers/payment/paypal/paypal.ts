import { z } from 'zod';
import {
  assertTaken,
  type Channel,
  type NewOrder,
  type OrderRef,
  type Report,
  refusedBy,
  type Till,
} from '../channel.ts';
import { ask, attempt, isFailure } from './gateway.ts';
import { hasPayPalForm, payPalCurrencies, writtenOf } from './money.ts';
import { readPayPal } from './notice.ts';
import { fetchOrder, orderForm, type PayPalOrder, pathOf, paymentsOf, reportOf } from './order.ts';
import { askAboutPeriod } from './period.ts';
import { askPayPalForRefund, refundByPayPal } from './refund.ts';
import { payPalRenewal } from './renewal.ts';
import { beginSubscription } from './subscription.ts';

const createdForm = z.object({
  id: z.string(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })),
});

const longestDescription = 127;
const longestRequestId = 108;

const bodyOf = ({ id, title, returnUrl, ...money }: NewOrder): string =>
  JSON.stringify({
    intent: 'CAPTURE',
    purchase_units: [
      // An account can refuse a second payment with the same invoice ID.
      {
        ...{ custom_id: id, invoice_id: id, description: title.slice(0, longestDescription).toWellFormed() },
        amount: writtenOf(money),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          ...{ return_url: returnUrl, cancel_url: returnUrl, user_action: 'PAY_NOW' },
          ...{ shipping_preference: 'NO_SHIPPING', payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED' },
        },
      },
    },
  });

const unknown = ({ id }: OrderRef, { provider }: Till, state: Report['state']): Report => ({
  ...{ id, state, vendorId: '', paid: undefined, refunded: 0 },
  ...{ merchant: provider.clientId, message: '' },
});

/** The buyer can choose another way to pay, on the same page. */
const buyerMustAct = ['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED', 'ORDER_NOT_APPROVED'];

/**
 * Takes the money of an approved order. PayPal takes it once only, however often we ask. After a refusal the buyer may choose another way
 * to pay, which is another request.
 */
async function captured({ id }: OrderRef, approved: PayPalOrder, till: Till): Promise<Report> {
  const requestId = `${id}_${approved.update_time}`.slice(0, longestRequestId);
  const question = { path: `${pathOf(approved.id)}/capture`, body: '{}', requestId };
  const answer = await attempt(till, question, orderForm);
  if (!isFailure(answer)) return reportOf(answer, till);
  if (answer.failure === 'ORDER_ALREADY_CAPTURED')
    return reportOf(await ask(till, { path: pathOf(approved.id) }, orderForm), till);
  if (buyerMustAct.includes(answer.failure)) return { ...reportOf(approved, till), message: answer.words };
  throw refusedBy(answer.words);
}

/** PayPal has no way to close an order. But only we can take its money, and after its end we do not. */
function ended(found: PayPalOrder, till: Till): Report {
  const report = reportOf(found, till);
  const isWaiting = paymentsOf(found).captures.length > 0;
  return report.state === 'open' && !isWaiting ? { ...report, state: 'closed' } : report;
}

/** An approved subscription still takes money, so it is cancelled. Somebody may have paid meanwhile. */
async function closedPeriod(order: OrderRef, till: Till): Promise<Report> {
  const report = (await askAboutPeriod(order, till)) ?? unknown(order, till, 'closed');
  if (report.state !== 'open') return report;
  await payPalRenewal.cancel({ id: order.vendorId, createdTime: order.createdTime }, till);
  return (await askAboutPeriod(order, till)) ?? report;
}

/**
 * Orders v2 and Payments v2 by PayPal's own description in OpenAPI (github.com/paypal/paypal-rest-api-specifications), and
 * developer.paypal.com/docs/api (read 2026-11-29).
 */
export const paypal: Channel = {
  currencies: payPalCurrencies,
  takes: hasPayPalForm,
  async begin(order, till) {
    assertTaken(paypal, order, till.provider);
    const question = { path: '/v2/checkout/orders', body: bodyOf(order), requestId: order.id };
    const { id, links } = await ask(till, question, createdForm);
    const page = links.find(({ rel }) => rel === 'payer-action' || rel === 'approve');
    if (!page) throw refusedBy('PayPal answered no page to pay on');
    return { payUrl: page.href, qrText: '', script: undefined, vendorId: id };
  },
  read: readPayPal,
  replies: {
    taken: { status: 200, type: 'text/plain', body: 'success' },
    refused: { status: 400, type: 'text/plain', body: 'refused' },
  },
  async ask(order, till) {
    const isOver = till.now >= order.expireTime;
    if (order.renewal) return (await askAboutPeriod(order, till)) ?? unknown(order, till, isOver ? 'closed' : 'open');
    const found = await fetchOrder(order, till);
    if (!found) return unknown(order, till, isOver ? 'closed' : 'open');
    if (isOver) return ended(found, till);
    return found.status === 'APPROVED' ? captured(order, found, till) : reportOf(found, till);
  },
  async close(order, till) {
    if (order.renewal) return closedPeriod(order, till);
    const found = await fetchOrder(order, till);
    return found ? ended(found, till) : unknown(order, till, 'closed');
  },
  refund: refundByPayPal,
  askRefund: askPayPalForRefund,
  renewal: {
    ...payPalRenewal,
    async begin(order, till) {
      assertTaken(paypal, order, till.provider);
      return beginSubscription(order, order.period, till);
    },
  },
};
