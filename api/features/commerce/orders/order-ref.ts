import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { OrderRef } from '../../../providers/payment/channel.ts';

/** A payment as its vendor knows it. */
export const orderRef = ({ name, vendorId, amount, currency, createdTime, expireTime }: Payment): OrderRef => ({
  ...{ id: name, vendorId, amount, currency },
  createdTime: new Date(createdTime),
  expireTime: new Date(expireTime),
});
