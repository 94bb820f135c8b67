import type { NewOrder } from '@doorwright/api/providers/payment/channel.ts';
import { channelOf } from '@doorwright/api/providers/payment/open-channel.ts';
import type { Notification, Vendor } from '../stand-ins/vendor.ts';
import { noticeOf, openDesk } from './desk.ts';

type Changes = Partial<Omit<NewOrder, 'buyer'>> & { buyer?: Partial<NewOrder['buyer']> };

/** A channel of the mainland at its desk, with orders of 9.90 CNY. Their title has what a vendor may not like. */
export function openCounter(vendor: Vendor, { now = () => new Date() } = {}) {
  const desk = openDesk(vendor);
  const till = () => desk.till({}, now());
  const channel = channelOf(till().provider);
  const usual = desk.order();
  return {
    channel,
    till,
    order: ({ buyer = {}, ...changes }: Changes = {}): NewOrder =>
      desk.order({
        ...{ amount: 990, currency: 'CNY', title: 'A notebook / 笔记本 & more', detail: 'With a pencil' },
        ...changes,
        buyer: { ...usual.buyer, ...buyer },
      }),
    read: (sent: Notification) => channel.read(noticeOf(sent), till()),
    close: desk.close,
  };
}

let refunds = 0;

export const newRefund = (amount: number, id = `refund_${++refunds}`) => ({
  ...{ id, amount, reason: 'It was broken', notifyUrl: 'https://door.example/api/notify-payment' },
});
