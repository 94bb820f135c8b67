import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { OrderRef } from '../../../providers/payment/channel.ts';

const renewalOf = ({ isRenewing, renewalOf: first }: Payment): Pick<OrderRef, 'renewal'> => {
  if (first) return { renewal: 'later' };
  return isRenewing ? { renewal: 'first' } : {};
};

/** A payment as its vendor knows it. */
export const orderRef = (payment: Payment): OrderRef => {
  const { name, vendorId, amount, currency, createdTime, expireTime } = payment;
  return {
    ...{ id: name, vendorId, amount, currency },
    createdTime: new Date(createdTime),
    expireTime: new Date(expireTime),
    ...renewalOf(payment),
  };
};
