import { z } from 'zod';
import { type Asked, json, type Said } from '../../services/stand-ins/stand-in.ts';
import type { createPayPalBilling } from './paypal-billing.ts';
import { captureIdOf, captureOf, type Kept, orderOf, refundedOf, refundOf, unitsOf } from './paypal-objects.ts';
import { invalid, missing, money, problemOf, refused, repayment, unprocessable } from './paypal-refusals.ts';

const creation = z.strictObject({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([
    z.strictObject({
      custom_id: z.string().min(1).max(127),
      invoice_id: z.string().min(1).max(127),
      description: z.string().min(1).max(127),
      amount: money,
    }),
  ]),
  payment_source: z.strictObject({
    paypal: z.strictObject({
      experience_context: z.strictObject({
        return_url: z.url(),
        cancel_url: z.url(),
        user_action: z.enum(['CONTINUE', 'PAY_NOW']),
        shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']),
        payment_method_preference: z.enum(['UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED']),
      }),
    }),
  }),
});
/** The API of PayPal for one merchant: orders, captures and refunds. */
export function createPayPalApi(
  kept: Map<string, Kept>,
  billing: ReturnType<typeof createPayPalBilling>,
  now: () => Date,
) {
  const all = () => [...kept.values()];
  const time = () => now().toISOString().replace(/\.\d+/, '');
  const ofCapture = (id: string) => all().find((each) => each.capture && captureIdOf(each) === id);

  function create(body: unknown): Said {
    const read = creation.safeParse(body);
    if (!read.success) return invalid('INVALID_PARAMETER_VALUE');
    const [{ custom_id: custom, invoice_id: invoice, amount }] = read.data.purchase_units;
    const { return_url: returnUrl } = read.data.payment_source.paypal.experience_context;
    const id = `5O190127TN36${String(kept.size + 1).padStart(5, '0')}`;
    const made: Kept = {
      id,
      custom,
      invoice,
      amount,
      returnUrl,
      status: 'PAYER_ACTION_REQUIRED',
      capture: undefined,
      captureTime: '',
      refunds: [],
    };
    const problem = problemOf(amount);
    if (!problem) kept.set(id, made);
    return problem ?? json(200, orderOf(made));
  }

  function capture(order: Kept): Said {
    if (order.status === 'COMPLETED') return unprocessable('ORDER_ALREADY_CAPTURED');
    if (order.status !== 'APPROVED') return unprocessable('ORDER_NOT_APPROVED');
    if (all().some((each) => each.capture && each.invoice === order.invoice))
      return unprocessable('DUPLICATE_INVOICE_ID');
    Object.assign(order, { status: 'COMPLETED', capture: 'COMPLETED', captureTime: time() });
    return json(201, orderOf(order));
  }

  function refund(order: Kept, body: unknown): Said {
    const read = repayment.safeParse(body);
    if (!read.success) return invalid('INVALID_PARAMETER_VALUE');
    const { amount, custom_id: custom } = read.data;
    const rest = unitsOf(order.amount.value) - refundedOf(order);
    if (amount.currency_code !== order.amount.currency_code) return unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH');
    if (rest === 0) return unprocessable('CAPTURE_FULLY_REFUNDED');
    if (unitsOf(amount.value) > rest) return unprocessable('REFUND_AMOUNT_EXCEEDED');
    const made = { id: `R${order.id}${order.refunds.length}`, value: amount.value, custom };
    const problem = problemOf(amount);
    if (!problem) order.refunds.push(made);
    return problem ?? json(201, refundOf(order, made));
  }

  function read(collection: string, id: string): Said {
    const order = collection === 'checkout/orders' ? kept.get(id) : undefined;
    if (order) return json(200, orderOf(order));
    const captured = collection === 'payments/captures' ? ofCapture(id) : undefined;
    if (captured) return json(200, captureOf(captured));
    const refunds = all().flatMap((each) => each.refunds.map((one) => refundOf(each, one)));
    const found = collection === 'payments/refunds' ? refunds.find((each) => each.id === id) : undefined;
    return found ? json(200, found) : missing();
  }

  return (asked: Asked): Said => {
    const { method, url, body, headers } = asked;
    const said = billing.answer(asked);
    if (said) return said;
    const [, collection = '', id = '', action = ''] =
      /^\/v2\/(checkout\/orders|payments\/captures|payments\/refunds)(?:\/(\w+))?(?:\/(\w+))?$/.exec(url.pathname) ??
      [];
    if (method === 'GET') return read(collection, id);
    if (headers['content-type'] !== 'application/json') return refused(415, 'UNSUPPORTED_MEDIA_TYPE', '');
    if (!headers['paypal-request-id']) return invalid('PAYPAL_REQUEST_ID_REQUIRED');
    const order = collection === 'checkout/orders' ? kept.get(id) : ofCapture(id);
    if (collection === 'checkout/orders' && !id) return create(JSON.parse(body));
    if (!order) return missing();
    return action === 'capture' ? capture(order) : action === 'refund' ? refund(order, JSON.parse(body)) : missing();
  };
}
