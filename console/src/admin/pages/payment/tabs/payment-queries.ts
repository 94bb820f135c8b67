import type { Row } from '@doorwright/crds';
import type { paymentEventCauses, paymentEventTypes, refundStates } from '@doorwright/crds/options/payment.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../http/call.ts';

export const idOf = ({ owner, name }: Row): string => `${owner}/${name}`;

/** One line of the timeline of a payment. */
export interface PaymentEvent {
  id: string;
  createdTime: string;
  type: (typeof paymentEventTypes)[number];
  cause: (typeof paymentEventCauses)[number];
  by: string;
  state: string;
  words: string;
}

export interface Refund {
  id: string;
  createdTime: string;
  endTime: string;
  state: (typeof refundStates)[number];
  price: number;
  currency: string;
  reason: string;
  message: string;
  requestedBy: string;
}

const refreshMs = 5_000;

/** What happened to a payment, again every few seconds while it is open. */
export const eventsQuery = (payment: Row) =>
  queryOptions({
    queryKey: ['payment', 'events', idOf(payment)],
    queryFn: async ({ signal }) =>
      (await call<PaymentEvent[]>('get-payment-events', { query: { id: idOf(payment) }, signal })).data,
    refetchInterval: payment.state === 'Created' && refreshMs,
  });

/** The repayments of a payment, again every few seconds while the service has not decided about one. */
export const refundsQuery = (payment: Row) =>
  queryOptions({
    queryKey: ['payment', 'refunds', idOf(payment)],
    queryFn: async ({ signal }) =>
      (await call<Refund[]>('get-payment-refunds', { query: { id: idOf(payment) }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.some((each) => each.state === 'pending') ? refreshMs : false),
  });

export const readPayment = async (payment: Row): Promise<Row> =>
  (await call<Row>('get-payment', { query: { id: idOf(payment) } })).data;
