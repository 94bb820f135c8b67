import { tableName } from '@doorwright/crds/derive/tables.ts';
import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { PaymentEvent } from '@doorwright/crds/kinds/payment-event.ts';
import { paymentEvent } from '@doorwright/crds/kinds/payment-event.ts';
import { paymentEventCauses, paymentEventTypes } from '@doorwright/crds/options/payment.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { authorize } from '../../../core/authorize.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Route } from '../../../http/route.ts';
import type { CommerceDeps } from '../deps.ts';
import { askVendor } from '../orders/ask.ts';
import { returnAddress } from '../orders/return-address.ts';
import { paymentNamed } from './payment-named.ts';

const tag = 'Payment';
const paymentQuery = { id: { about: 'owner/name of the payment.', required: true } } as const;

/** Between two questions of a waiting page to the vendor. */
const askedAgainMs = 4_000;

const shownLine = z.object({
  ...{ id: z.string(), createdTime: z.string(), type: z.enum(paymentEventTypes), cause: z.enum(paymentEventCauses) },
  ...{ by: z.string(), state: z.string(), words: z.string() },
});

/** One page among those that wait may ask: the first that sets the time of the next question. */
async function mayAsk({ db, store, now }: CommerceDeps, { name }: Payment): Promise<boolean> {
  const { table } = store('payment');
  const time = new Date(now().getTime() + askedAgainMs);
  const changed = await db(table)
    .where({ owner: 'admin', name, state: 'Created' })
    .where((due) => due.whereNull('asked_time').orWhere('asked_time', '<=', now()))
    .update({ asked_time: time });
  return changed > 0;
}

export function orderRoutes(deps: CommerceDeps): Route[] {
  const kind = deps.registry.named('payment');
  return [
    {
      method: 'POST',
      path: '/api/confirm-payment',
      summary:
        'Asks the payment service about an open order, at most every four seconds. data is the payment; data2 is the address of the shop.',
      tag,
      permission: 'signedIn',
      query: paymentQuery,
      answer: { data: emit(kind.schema), data2: { type: 'string' } },
      async handle({ context, query: { id = '' } }) {
        const payment = await paymentNamed(deps, context, id);
        if (payment.state === 'Created' && (await mayAsk(deps, payment)))
          await askVendor(deps, payment, 'question').catch((error) => {
            // The page asks again, and the clock does too.
            if (!(error instanceof Refusal)) throw error;
          });
        const after = await paymentNamed(deps, context, id);
        return {
          data: await deps.objects.show(kind, context, { ...after }),
          data2: await returnAddress(deps, after, context.now),
        };
      },
    },
    {
      method: 'GET',
      path: '/api/get-payment-events',
      summary: 'Lists what happened to a payment, the first first: notifications, answers of the service, changes.',
      tag,
      permission: 'organizationAdmin',
      query: paymentQuery,
      answer: { data: { type: 'array', items: emit(shownLine) } },
      async handle({ context, query: { id = '' } }) {
        const { name, organization } = await paymentNamed(deps, context, id);
        authorize('organizationAdmin', context.caller, { organization });
        const rows = await deps.db(tableName(paymentEvent)).where({ payment: name }).orderBy('id').limit(1_000);
        const { fromRow } = deps.store('payment-event');
        return { data: rows.map((row) => shownLine.parse(fromRow(row) as unknown as PaymentEvent)) };
      },
    },
  ];
}
