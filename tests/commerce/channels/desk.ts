import { createEgress } from '@doorwright/api/core/egress/gate.ts';
import type { NewOrder, Notice, Till } from '@doorwright/api/providers/payment/channel.ts';
import type { Cert } from '@doorwright/crds/kinds/cert.ts';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { Notification, Vendor } from '../stand-ins/vendor.ts';

const blank = { clientId: '', clientSecret: '', clientId2: '', clientSecret2: '', host: '', appId: '' };
const minuteMs = 60_000;
let orders = 0;

/** What the engine has at hand when it calls a channel: a till for a vendor's stand-in, and orders. */
export function openDesk(vendor: Pick<Vendor, 'provider' | 'cert' | 'reroute'>) {
  const egress = createEgress({ allow: ['127.0.0.0/8'], reroute: (url) => vendor.reroute(url) });
  return {
    till: (changes: object = {}, now = new Date()): Till => ({
      provider: { ...blank, cert: vendor.cert ? 'cert' : '', ...vendor.provider, ...changes } as unknown as Provider,
      cert: vendor.cert as Cert | undefined,
      way: egress.for('platform'),
      now,
    }),
    order(changes: Partial<NewOrder> = {}): NewOrder {
      const id = `20261129_120000_${String(++orders).padStart(7, '0')}`;
      return {
        ...{
          id,
          vendorId: '',
          amount: 1990,
          currency: 'EUR',
          title: 'A notebook',
          detail: '',
          productName: 'notebook',
        },
        createdTime: new Date(),
        expireTime: new Date(Date.now() + 60 * minuteMs),
        buyer: { id: 'u1', name: 'alice', address: '192.0.2.1', device: 'desktop', openId: '', language: 'en' },
        returnUrl: `https://door.example/payments/${id}/result`,
        notifyUrl: 'https://door.example/api/notify-payment',
        ...changes,
      };
    },
    close: () => egress.close(),
  };
}

/** The notification as our server gets it. */
export const noticeOf = ({ method, headers, query, body }: Notification): Notice => ({
  ...{ method, headers, query: new URLSearchParams(query), body: Buffer.from(body) },
});
