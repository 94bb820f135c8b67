import { verify } from 'node:crypto';
import { alipayText } from '../../alipay-request.ts';
import { forged, type Notice, type Report, type Till } from '../channel.ts';
import { keysOf } from './keys.ts';
import { reportOf } from './trade.ts';

/** A repeated name would leave open which of its values was signed. */
function fieldsOf(body: Buffer): Record<string, string> {
  const pairs = [...new URLSearchParams(body.toString())];
  const fields = Object.fromEntries(pairs);
  if (Object.keys(fields).length !== pairs.length) throw forged('a parameter of the notification is repeated');
  return fields;
}

/**
 * A notification is a form. Its signature covers all decoded parameters except the signature and its type. It has no time limit: Alipay
 * repeats a notification for 25 hours, and a repetition says nothing new.
 */
export async function readNotice({ body }: Notice, till: Till): Promise<Report | undefined> {
  const { sign = '', sign_type, ...signed } = fieldsOf(body);
  if (sign_type !== 'RSA2') throw forged('the notification has no signature by RSA2');
  const { alipay } = keysOf(till);
  if (!verify('sha256', Buffer.from(alipayText(signed)), alipay, Buffer.from(sign, 'base64')))
    throw forged('the signature of the notification is wrong');
  if (signed.app_id !== till.provider.clientId) throw forged('the notification is for another application');
  // Other messages, such as those about contracts, have no order.
  return signed.notify_type === 'trade_status_sync' ? reportOf(signed, signed.app_id) : undefined;
}
