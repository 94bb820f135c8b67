import type { Money } from '@doorwright/crds/values/money.ts';
import { amountOf } from '@doorwright/crds/values/money.ts';
import { type OrderRef, type Report, refusedBy, type Till, type VendorState } from '../channel.ts';
import { ask } from './gateway.ts';

/** What Alipay says of a trade, in an answer and in a notification. */
type Told = Readonly<Record<string, unknown>>;

/** A closed trade was paid before if it has a time of payment, or if money went back. */
const wasPaid = ({ gmt_payment, send_pay_date, gmt_refund }: Told) =>
  [gmt_payment, send_pay_date, gmt_refund].some((time) => typeof time === 'string' && time !== '');

function stateOf(told: Told): VendorState {
  switch (told.trade_status) {
    case 'WAIT_BUYER_PAY':
      return 'open';
    // A finished trade is paid and takes no refund any more.
    case 'TRADE_SUCCESS':
    case 'TRADE_FINISHED':
      return 'paid';
    case 'TRADE_CLOSED':
      return wasPaid(told) ? 'refunded' : 'closed';
    default:
      throw refusedBy(`Alipay answered the unknown state ${told.trade_status}`);
  }
}

function moneyOf(decimal: unknown): Money {
  const amount = amountOf(String(decimal), 'CNY');
  if (amount === undefined) throw refusedBy('Alipay answered an amount that CNY does not have');
  return { amount, currency: 'CNY' };
}

/** A trade in the words of all vendors. A notification says what went back, and the answer to a question does not. */
export function reportOf(told: Told, merchant: string): Report {
  const state = stateOf(told);
  const paid = state === 'paid' || state === 'refunded' ? moneyOf(told.total_amount) : undefined;
  const returned = typeof told.refund_fee === 'string' ? moneyOf(told.refund_fee).amount : undefined;
  return {
    id: String(told.out_trade_no),
    vendorId: String(told.trade_no ?? ''),
    state,
    paid,
    refunded: state === 'refunded' ? paid?.amount : paid ? returned : 0,
    merchant,
    message: '',
  };
}

export const unknownTrade = 'ACQ.TRADE_NOT_EXIST';

/** A trade begins when its buyer signs in on Alipay's page. Until then, Alipay does not know it. */
export async function askTrade({ id }: OrderRef, till: Till): Promise<Report> {
  const told = await ask('alipay.trade.query', { out_trade_no: id }, till, [unknownTrade]);
  const merchant = till.provider.clientId;
  if ('failure' in told)
    return { id, vendorId: '', state: 'open', paid: undefined, refunded: 0, merchant, message: '' };
  return reportOf(told, merchant);
}
