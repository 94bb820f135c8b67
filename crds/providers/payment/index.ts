import { alipay } from './alipay.ts';
import { gc } from './gc.ts';
import { paypal } from './paypal.ts';
import { wechatPay } from './wechat-pay.ts';

/** In the order in which people choose them. */
export const payment = [alipay, wechatPay, paypal, gc] as const;
