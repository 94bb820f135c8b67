import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import type { Answer, Limits } from '../../../core/egress/gate.ts';
import type { Till } from '../channel.ts';
import { reach } from '../reach.ts';
import { authorizationFor, merchantOf } from './merchant.ts';

export interface Wanted {
  method: 'GET' | 'POST';
  /** With its query. */
  path: string;
  content?: Readonly<Record<string, unknown>>;
}

/** Sends a signed request. The answer is not verified yet. */
export function sent({ method, path, content }: Wanted, till: Till, limits?: Limits): Promise<Answer> {
  const { provider, way, now } = till;
  const body = content ? JSON.stringify(content) : '';
  const address = new URL(path, addressOf(provider));
  const signed = { method, path: `${address.pathname}${address.search}`, body };
  return reach(
    way,
    address.href,
    {
      method,
      headers: {
        Authorization: authorizationFor(signed, merchantOf(till), now),
        Accept: 'application/json',
        'User-Agent': 'Doorwright',
        ...(content && { 'Content-Type': 'application/json' }),
        // WeChat Pay signs its answer with the key that this names. Without it, with a platform certificate.
        ...(provider.clientId2 && { 'Wechatpay-Serial': provider.clientId2 }),
      },
      ...(content && { body }),
    },
    limits,
  );
}
