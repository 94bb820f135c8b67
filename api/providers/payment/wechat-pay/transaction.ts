import { type Currency, currencies } from '@doorwright/crds/values/currencies.ts';
import { z } from 'zod';
import { type OrderRef, type Report, refusedBy, type Till, type VendorState } from '../channel.ts';
import { ask } from './ask.ts';

/** A transaction, in an answer and in a notification. Nobody has paid while `transaction_id` is missing. */
export const transaction = z.object({
  mchid: z.string(),
  appid: z.string().default(''),
  out_trade_no: z.string(),
  transaction_id: z.string().default(''),
  trade_state: z.string(),
  trade_state_desc: z.string().default(''),
  amount: z.object({ total: z.int().nonnegative(), currency: z.string().default('CNY') }).optional(),
});

export type Transaction = z.output<typeof transaction>;

/** `REFUND` says that money went back, and not how much. So the order stays paid, and each refund is asked for. */
const states: Readonly<Record<string, VendorState>> = {
  SUCCESS: 'paid',
  REFUND: 'paid',
  NOTPAY: 'open',
  USERPAYING: 'open',
  ACCEPT: 'open',
  CLOSED: 'closed',
  REVOKED: 'closed',
  PAYERROR: 'failed',
};

function moneyOf(amount: Transaction['amount']) {
  const currency = currencies.find((each): each is Currency => each === amount?.currency);
  if (!amount || !currency) throw refusedBy('WeChat Pay names no amount in a known currency');
  return { amount: amount.total, currency };
}

export function reportOf(told: Transaction): Report {
  const state = states[told.trade_state];
  if (!state) throw refusedBy(`WeChat Pay answered the unknown state ${told.trade_state}`);
  return {
    id: told.out_trade_no,
    vendorId: told.transaction_id,
    state,
    paid: state === 'paid' ? moneyOf(told.amount) : undefined,
    refunded: told.trade_state === 'REFUND' ? undefined : 0,
    merchant: told.mchid,
    message: state === 'failed' ? told.trade_state_desc : '',
  };
}

export const unknownOrder = ['ORDER_NOT_EXIST', 'ORDERNOTEXIST'];

/** Undefined stands for an order that WeChat Pay does not know. */
export async function askOrder({ id }: OrderRef, till: Till): Promise<Report | undefined> {
  const query = new URLSearchParams({ mchid: till.provider.clientId });
  const path = `/v3/pay/transactions/out-trade-no/${encodeURIComponent(id)}?${query}`;
  const told = await ask({ method: 'GET', path }, till, transaction, unknownOrder);
  return told && reportOf(told);
}
