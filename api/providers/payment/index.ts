import type { Behaviours } from '../behaviour-of.ts';
import { alipay } from './alipay/alipay.ts';
import type { Channel } from './channel.ts';
import { dummy } from './dummy/dummy.ts';
import { gc } from './gc/gc.ts';
import { paypal } from './paypal/paypal.ts';
import { stripe } from './stripe/stripe.ts';
import { wechatPay } from './wechat-pay/wechat-pay.ts';

/** The channels of payments, by type. */
export const channels: Behaviours<'Payment', Channel> = {
  Alipay: alipay,
  Dummy: dummy,
  GC: gc,
  PayPal: paypal,
  Stripe: stripe,
  'WeChat Pay': wechatPay,
};
