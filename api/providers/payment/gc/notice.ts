import { amountOf } from '@doorwright/crds/values/money.ts';
import { z } from 'zod';
import { forged, type Notice, type Report, refusedBy, type Till } from '../channel.ts';
import { shaped } from '../reach.ts';
import { decoded, isSignedBy } from './message.ts';

/** The amount is a number. JSON writes it as the shortest decimal text, which is exact here. */
const told = z.object({
  orderno: z.string(),
  amount: z.union([z.number(), z.string()]),
  orderstate: z.union([z.number(), z.string()]).transform(String),
});

const paidState = '1';

function moneyOf(decimal: string | number) {
  const amount = amountOf(decimal, 'CNY');
  if (amount === undefined) throw refusedBy('GC names an amount that CNY does not have');
  return { amount, currency: 'CNY' as const };
}

/**
 * A notification is a form with a signed message. Its time is signed too, but has no limit here: the protocol does not say whether a
 * repetition has a new time, and GC can be asked for no order whose notification was refused. A repetition says nothing new.
 */
export async function readNotice({ body }: Notice, { provider }: Till): Promise<Report> {
  const form = new URLSearchParams(body.toString());
  const field = (name: string) => form.get(name) ?? '';
  const message = {
    op: field('op'),
    xmpch: field('xmpch'),
    version: field('version'),
    data: field('data'),
    requesttime: field('requesttime'),
  };
  if (!isSignedBy(message, field('sign'), provider.clientSecret))
    throw forged('the signature of the notification is wrong');
  if (message.xmpch !== provider.clientId) throw forged('the notification is for another merchant');
  const { orderno, amount, orderstate } = shaped(told, decoded(message.data), 'the notification');
  const isPaid = orderstate === paidState;
  return {
    id: orderno,
    vendorId: '',
    state: isPaid ? 'paid' : 'failed',
    paid: isPaid ? moneyOf(amount) : undefined,
    refunded: undefined,
    merchant: message.xmpch,
    message: isPaid ? '' : `order state ${orderstate}`,
  };
}
