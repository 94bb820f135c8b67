import { platform } from '../../core/callers.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';

/** The context in which the clock and vendors change an order. */
export const contextOfShop = (now: Date, action: string): RequestContext => ({
  caller: { type: 'application', name: 'shop', organization: platform, access: { level: 'administrator' } },
  ...{ now, method: '', uri: '', action, clientIp: '' },
});
