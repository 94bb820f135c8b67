import { paymentStates } from '@doorwright/crds/options/payment.ts';
import { type Currency, currencies } from '@doorwright/crds/values/currencies.ts';
import { decimalOf } from '@doorwright/crds/values/money.ts';
import { z } from 'zod';
import type { ListQuery } from '../../../core/objects/storage/list-query.ts';
import type { CommerceDeps } from '../deps.ts';

export const shownTotal = z.object({
  currency: z.enum(currencies),
  state: z.enum(paymentStates),
  payments: z.number().int().describe('How many there are.'),
  price: z.string().describe('The sum of their prices, as a decimal with all places of the currency.'),
  refunded: z.string().describe('How much of it went back.'),
});

export type Total = z.infer<typeof shownTotal>;

interface Sum {
  currency: Currency;
  state: Total['state'];
  is_counted: boolean;
  payments: string;
  amount: string;
  refunded: string;
}

export interface Totals {
  totals: Total[];
  /** Payments by hand that nobody has confirmed. No total counts them. */
  unconfirmed: number;
}

/** Whether a payment counts: one by hand needs the reason of a person. */
const isCounted = "(NOT is_by_hand OR confirmation <> '')";

/** The sums of the payments of a search. Postgres adds integers, so no step rounds. */
export async function paymentTotals({ db, store }: CommerceDeps, query: ListQuery): Promise<Totals> {
  const { table, narrowed } = store('payment');
  const sums: Sum[] = await narrowed(db(table), query)
    .select('currency', 'state', db.raw(`${isCounted} AS is_counted`))
    .select(db.raw('count(*)::text AS payments, sum(amount)::text AS amount, sum(refunded_amount)::text AS refunded'))
    .groupBy('currency', 'state', db.raw(isCounted))
    .orderBy(['currency', 'state']);
  const counted = sums.filter(({ is_counted: counts }) => counts);
  const left = sums.filter(({ is_counted: counts }) => !counts);
  return {
    totals: counted.map(({ currency, state, payments, amount, refunded }) => ({
      ...{ currency, state, payments: Number(payments) },
      price: decimalOf({ amount: BigInt(amount), currency }),
      refunded: decimalOf({ amount: BigInt(refunded), currency }),
    })),
    unconfirmed: left.reduce((sum, { payments }) => sum + Number(payments), 0),
  };
}
