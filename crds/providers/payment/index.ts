import { alipay } from './alipay.ts';
import { dummy } from './dummy.ts';
import { gc } from './gc.ts';
import { paypal } from './paypal.ts';
import { stripe } from './stripe.ts';
import { wechatPay } from './wechat-pay.ts';

/** In the order in which people choose them. */
export const payment = [alipay, wechatPay, paypal, stripe, gc, dummy] as const;
