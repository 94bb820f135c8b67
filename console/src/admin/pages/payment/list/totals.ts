import type { PaymentState } from '@doorwright/crds/options/payment.ts';
import { paymentStates } from '@doorwright/crds/options/payment.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../http/call.ts';

/** The payments of one currency in one state. */
export interface Total {
  currency: string;
  state: PaymentState;
  payments: number;
  /** Decimals with all places of the currency. */
  price: `${number}`;
  refunded: `${number}`;
}

export const totalsQuery = (search: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: ['payment', 'totals', search],
    async queryFn({ signal }) {
      const { data, data2 } = await call<Total[]>('get-payment-totals', { query: search, signal });
      return { totals: data, unconfirmed: Number(data2) };
    },
    placeholderData: keepPreviousData,
  });

/** The states that have payments, in the order of an order's life. */
export const statesOf = (totals: readonly Total[]): PaymentState[] =>
  paymentStates.filter((state) => totals.some((each) => each.state === state));

export const currenciesOf = (totals: readonly Total[]): string[] => [
  ...new Set(totals.map(({ currency }) => currency)),
];
