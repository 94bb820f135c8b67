import { tableName } from '@doorwright/crds/derive/tables.ts';
import { refund as kind, type Refund } from '@doorwright/crds/kinds/refund.ts';
import { refundStates } from '@doorwright/crds/options/payment.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { currencies } from '@doorwright/crds/values/currencies.ts';
import { amountOf, priceOf } from '@doorwright/crds/values/money.ts';
import { z } from 'zod';
import { authorize } from '../../../core/authorize.ts';
import { Refusal } from '../../../core/errors.ts';
import { parsedStrictly } from '../../../http/parsed-form.ts';
import type { Route } from '../../../http/route.ts';
import type { CommerceDeps } from '../deps.ts';
import { refundCounter, sendRefund } from '../refunds/ask-refund.ts';
import { startRefund } from '../refunds/start-refund.ts';
import { paymentNamed } from './payment-named.ts';

const tag = 'Payment';
const paymentQuery = { id: { about: 'owner/name of the payment.', required: true } } as const;

/** Without its price, a repayment is all that is left. So a price under a wrong name is refused. */
const form = z.strictObject({
  id: z
    .string()
    .regex(/^\w{0,32}$/)
    .default('')
    .describe("The sender's own ID of the repayment. The same ID is the same repayment."),
  price: z.number().positive().optional().describe('How much goes back. Without it, all that is left.'),
  reason: z.string().trim().min(1).max(200).describe('Why the money goes back.'),
});

const shown = z.object({
  ...{ id: z.string(), createdTime: z.string(), endTime: z.string(), state: z.enum(refundStates) },
  ...{ price: z.number(), currency: z.enum(currencies) },
  ...{ reason: z.string(), message: z.string(), requestedBy: z.string() },
});

const show = (refund: Refund) => shown.parse({ ...refund, price: priceOf(refund) });

export function refundRoutes(deps: CommerceDeps): Route[] {
  return [
    {
      method: 'POST',
      path: '/api/refund-payment',
      summary:
        'Gives money of a payment back, all or a part. data is the repayment, which may still wait for the service.',
      tag,
      // The products belong to the platform, and so does the money.
      permission: 'globalAdmin',
      query: paymentQuery,
      body: emit(form),
      answer: { data: emit(shown) },
      async handle({ context, query: { id = '' }, body }) {
        const asked = parsedStrictly(form, body);
        const payment = await paymentNamed(deps, context, id);
        // Such a payment has no provider either.
        if (payment.isByHand && payment.state === 'Paid') throw new Refusal('refund-by-hand');
        await refundCounter(deps, payment);
        const amount = asked.price === undefined ? undefined : amountOf(asked.price, payment.currency);
        if (asked.price !== undefined && amount === undefined)
          throw new Refusal(
            'invalid',
            {},
            {
              fields: [{ field: 'price', code: 'price-too-fine', params: { currency: payment.currency } }],
            },
          );
        const refund = await startRefund(deps, context, payment.name, { ...asked, amount });
        return { data: show(refund.state === 'pending' ? await sendRefund(deps, payment, refund) : refund) };
      },
    },
    {
      method: 'GET',
      path: '/api/get-payment-refunds',
      summary: 'Lists the repayments of a payment.',
      tag,
      permission: 'organizationAdmin',
      query: paymentQuery,
      answer: { data: { type: 'array', items: emit(shown) } },
      async handle({ context, query: { id = '' } }) {
        const { name, organization } = await paymentNamed(deps, context, id);
        authorize('organizationAdmin', context.caller, { organization });
        const rows = await deps.db(tableName(kind)).where({ payment: name }).orderBy('created_time').limit(1_000);
        return { data: rows.map((row) => show(deps.store('refund').fromRow(row) as unknown as Refund)) };
      },
    },
  ];
}
