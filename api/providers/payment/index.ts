import type { Behaviours } from '../behaviour-of.ts';
import { alipay } from './alipay/alipay.ts';
import type { Channel } from './channel.ts';
import { gc } from './gc/gc.ts';
import { wechatPay } from './wechat-pay/wechat-pay.ts';

export const channels: Behaviours<'Payment', Channel> = {
  Alipay: alipay,
  GC: gc,
  'WeChat Pay': wechatPay,
};
