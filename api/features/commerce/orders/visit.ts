import { deviceOf } from '@doorwright/crds/values/device-of.ts';
import type { RouteRequest } from '../../../http/route.ts';
import type { Visit } from './begin-order.ts';

const phones = new Set(['iPhone', 'Android']);

/** Where the buyer is, by the headers of their browser. */
export function visitOf({ context, http: { req, res } }: RouteRequest): Visit {
  const { browser, system } = deviceOf(req.get('user-agent') ?? '');
  const device = browser === 'WeChat' ? 'wechat' : phones.has(system ?? '') ? 'phone' : 'desktop';
  return { address: context.clientIp, device, language: res.locals.language };
}
