import type { Behaviours } from '../behaviour-of.ts';
import { alipay } from './alipay/alipay.ts';
import type { Channel } from './channel.ts';
import { gc } from './gc/gc.ts';
import { stripe } from './stripe/stripe.ts';
import { wechatPay } from './wechat-pay/wechat-pay.ts';

/** The channels of payments, by type. */
export const channels: Behaviours<'Payment', Channel> = {
  Alipay: alipay,
  GC: gc,
  Stripe: stripe,
  'WeChat Pay': wechatPay,
};
