import { z } from 'zod';
import { beijingTime } from '../../beijing-time.ts';
import { type NewOrder, refusedBy, type Start, type Till } from '../channel.ts';
import { ask } from './ask.ts';
import { merchantOf, newNonce, seconds, signatureOf } from './merchant.ts';

const nothing: Start = { payUrl: '', qrText: '', script: undefined, vendorId: '' };

async function placed<S extends z.ZodType>(
  product: string,
  order: NewOrder,
  till: Till,
  { more = {}, shape }: { more?: Readonly<Record<string, unknown>>; shape: S },
): Promise<z.output<S>> {
  const content = {
    appid: till.provider.appId,
    mchid: till.provider.clientId,
    description: order.title.slice(0, 127),
    out_trade_no: order.id,
    time_expire: `${beijingTime(order.expireTime)}+08:00`,
    notify_url: order.notifyUrl,
    amount: { total: order.amount, currency: order.currency },
    ...more,
  };
  const told = await ask({ method: 'POST', path: `/v3/pay/transactions/${product}`, content }, till, shape);
  if (told === undefined) throw refusedBy('WeChat Pay answered nothing');
  return told;
}

/** At a desk, the buyer scans a QR code with their phone. */
async function native(order: NewOrder, till: Till): Promise<Start> {
  const { code_url } = await placed('native', order, till, { shape: z.object({ code_url: z.string().min(1) }) });
  return { ...nothing, qrText: code_url };
}

/** On a phone, a page opens the app. It sends the buyer back to our page. */
async function page(order: NewOrder, till: Till): Promise<Start> {
  const scene_info = { payer_client_ip: order.buyer.address, h5_info: { type: 'Wap' } };
  const { h5_url } = await placed('h5', order, till, { more: { scene_info }, shape: z.object({ h5_url: z.url() }) });
  const address = new URL(h5_url);
  address.searchParams.set('redirect_url', order.returnUrl);
  return { ...nothing, payUrl: address.href };
}

/** Inside WeChat, its script asks the buyer. The parameters are signed, and the type of the signature is not. */
async function script(order: NewOrder, till: Till): Promise<Start> {
  const more = { payer: { openid: order.buyer.openId } };
  const shape = z.object({ prepay_id: z.string().min(1) });
  const { prepay_id } = await placed('jsapi', order, till, { more, shape });
  const { key } = merchantOf(till);
  const appId = till.provider.appId;
  const timeStamp = seconds(till.now);
  const nonceStr = newNonce();
  const bought = `prepay_id=${prepay_id}`;
  const paySign = signatureOf([appId, timeStamp, nonceStr, bought], key);
  return { ...nothing, script: { appId, timeStamp, nonceStr, package: bought, signType: 'RSA', paySign } };
}

/** The script needs the buyer's ID at the official account. Without it, the buyer scans a QR code inside WeChat too. */
export function begin(order: NewOrder, till: Till): Promise<Start> {
  const { device, openId } = order.buyer;
  if (device === 'phone') return page(order, till);
  return device === 'wechat' && openId !== '' ? script(order, till) : native(order, till);
}
