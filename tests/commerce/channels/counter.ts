import { createEgress } from '@doorwright/api/core/egress/gate.ts';
import type { Channel, NewOrder, Notice, Till } from '@doorwright/api/providers/payment/channel.ts';
import { channelOf } from '@doorwright/api/providers/payment/open-channel.ts';
import { type Cert, cert } from '@doorwright/crds/kinds/cert.ts';
import { type Provider, provider } from '@doorwright/crds/kinds/provider.ts';
import type { Notification, Vendor } from '../stand-ins/vendor.ts';

const stored = { owner: 'admin', createdTime: '2026-11-29T00:00:00Z' };

/** A channel with its stand-in, over HTTP and through the egress gate, as the engine opens it. */
export function openCounter(vendor: Vendor, { now = () => new Date() } = {}) {
  const egress = createEgress({ allow: ['127.0.0.0/8'], reroute: (url) => vendor.reroute(url) });
  const row = provider.schema.parse({ ...stored, name: 'provider_of_payments', ...vendor.provider }) as Provider;
  const held = vendor.cert && (cert.schema.parse({ ...stored, ...vendor.cert }) as Cert);
  const channel: Channel = channelOf(row);
  const till = (): Till => ({ provider: row, cert: held, way: egress.for('platform'), now: now() });
  return {
    channel,
    till,
    read: (sent: Notification) => channel.read(noticeOf(sent), till()),
    close: () => egress.close(),
  };
}

const noticeOf = ({ method, headers, query, body }: Notification): Notice => ({
  method,
  headers,
  query: new URLSearchParams(query),
  body: Buffer.from(body),
});

let orders = 0;

/** An order of 9.90 CNY that can be paid for half an hour. */
export function newOrder(
  changes: Partial<Omit<NewOrder, 'buyer'>> & { buyer?: Partial<NewOrder['buyer']> } = {},
): NewOrder {
  const id = `20261129_120000_${String(++orders).padStart(7, '0')}`;
  const createdTime = new Date();
  return {
    ...{ id, vendorId: '', amount: 990, currency: 'CNY', createdTime },
    expireTime: new Date(createdTime.getTime() + 30 * 60_000),
    ...{ title: 'A notebook / 笔记本 & more', detail: 'With a Pencil', productName: 'notebook' },
    returnUrl: `https://id.example/payments/${id}/result`,
    notifyUrl: `https://id.example/api/notify-payment/admin/provider_of_payments/notebook/${id}`,
    ...changes,
    buyer: {
      ...{ id: 'user-1', name: 'Ann', address: '203.0.113.9', device: 'desktop', openId: '', language: 'zh' },
      ...changes.buyer,
    },
  };
}

export const newRefund = (amount: number, id = `refund_${++orders}`) => ({
  ...{ id, amount, reason: 'It was broken', notifyUrl: 'https://id.example/api/notify-refund' },
});
