import { platform } from '../../core/callers.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';

/** What the shop does by itself, after a word of a payment service or of the clock. */
export const shopActions = [
  ...(['buy-product', 'settle-payment', 'refund-payment'] as const),
  ...(['settle-subscription', 'renew-plan'] as const),
] as const;
type ShopAction = (typeof shopActions)[number];

/** The context in which the clock and vendors change an order. */
export const contextOfShop = (now: Date, action: ShopAction): RequestContext => ({
  caller: { type: 'application', name: 'shop', organization: platform, access: { level: 'administrator' } },
  ...{ now, method: '', uri: '', action, clientIp: '' },
});
