import type { Currency } from '@doorwright/crds/values/currencies.ts';
import { startAlipay } from '../stand-ins/alipay.ts';
import { startGc } from '../stand-ins/gc.ts';
import { startPayPal } from '../stand-ins/paypal.ts';
import { startStripe } from '../stand-ins/stripe.ts';
import type { Vendor } from '../stand-ins/vendor.ts';
import { startWeChatPay } from '../stand-ins/wechat-pay.ts';

export interface Row {
  type: string;
  /** A currency that the vendor takes. */
  currency: Currency;
  start: (options: { now: () => Date }) => Promise<Vendor>;
  /** What the vendor's protocol cannot do. */
  lacks?: readonly ('questions' | 'repayments')[];
}

/** Every vendor whose payments go through a stand-in. */
export const vendors: readonly Row[] = [
  { type: 'Alipay', currency: 'CNY', start: startAlipay },
  { type: 'GC', currency: 'CNY', start: startGc, lacks: ['questions', 'repayments'] },
  { type: 'PayPal', currency: 'USD', start: startPayPal },
  { type: 'Stripe', currency: 'USD', start: startStripe },
  { type: 'WeChat Pay', currency: 'CNY', start: startWeChatPay },
];
