import { createHmac } from 'node:crypto';
import type { Notification } from './vendor.ts';

export const webhookSecret = 'whsec_doorwrighttestonly';

/** Events as Stripe writes and signs them. */
export function createStripeEvents(now: () => Date) {
  let events = 0;

  const bodyOf = ([type, object]: [string, object], more: object = {}) =>
    JSON.stringify({
      ...{ id: `evt_${++events}`, object: 'event', api_version: '2026-10-28.endive', type, livemode: false },
      ...{ created: Math.floor(now().getTime() / 1000), data: { object }, ...more },
    });
  function signed(body: string, secret = webhookSecret, ageSeconds = 0): Notification {
    const time = Math.floor(now().getTime() / 1000) - ageSeconds;
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    // While a secret is being changed, Stripe signs with both.
    const other = createHmac('sha256', 'whsec_before').update(`${time}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${other},v1=${signature}` };
    return { method: 'POST', headers, query: '', body };
  }

  return { bodyOf, signed };
}
