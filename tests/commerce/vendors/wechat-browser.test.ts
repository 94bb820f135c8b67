import { afterAll, beforeAll, expect, test } from 'vitest';
import { password } from '../../harness/world.ts';
import { appid } from '../stand-ins/wechat-api.ts';
import { startWeChatPay } from '../stand-ins/wechat-pay.ts';
import { type Shop, startShop } from '../world.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ wechat: await startWeChatPay({ now: () => shop.now() }) });
  await shop.addProduct('ticket', { currency: 'CNY' });
});
afterAll(() => shop?.stop());

const wechatBrowser = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.49';

/** The order of somebody of acme who buys in the browser of WeChat. */
async function buysInside(name: string, properties: Record<string, string>) {
  await shop.person(name);
  const query = { id: `acme/${name}` };
  const { data } = (await shop.root.get('get-user', query)).body;
  await shop.root.post('update-user', { ...data, properties }, { query });
  const client = shop.app.client({ 'User-Agent': wechatBrowser });
  await client.post('login', { type: 'login', application: 'app-built-in', organization: 'acme', username: name, password });
  const { body } = await shop.buy(client, 'ticket', 'wechat');
  expect(body).toMatchObject({ status: 'ok' });
  const row = await shop.app.db('payments').where({ user: name }).first();
  return { qrText: row.qr_text, script: row.pay_script && JSON.parse(row.pay_script) };
}

test('inside WeChat, its script asks a buyer whom the official account of the merchant knows', async () => {
  const { qrText, script } = await buysInside('known', { [`oauth_WeChat_openid_${appid}`]: 'o-1' });
  expect(qrText).toBe('');
  expect(script).toMatchObject({ appId: appid, package: expect.stringMatching(/^prepay_id=/), signType: 'RSA' });
});

test('inside WeChat, everybody else scans a QR code', async () => {
  const { qrText, script } = await buysInside('other', { oauth_WeChat_openid_wx0000: 'o-1' });
  expect([qrText, script]).toEqual([expect.stringMatching(/^weixin:/), '']);
});
