import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWeChat, officialAccount } from './stand-ins/wechat.ts';
import { startTable, type Table } from './table-world.ts';
import { login, visitService } from './world.ts';

const website = createWeChat();
const account = createWeChat(officialAccount);
const nobody = { type: 'WeChat', label: 'WeChat', become: () => undefined };
let table: Table;
beforeAll(async () => {
  const { clientId: clientId2, clientSecret: clientSecret2 } = account;
  table = await startTable([{ ...nobody, standIn: website, fields: { clientId2, clientSecret2 } }], [account]);
  account.redirectUris.push(...website.redirectUris);
});
afterAll(() => table?.stop());

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
const wechatBrowser = `${phone} MicroMessenger/8.0.49(0x18003127) NetType/WIFI Language/zh_CN`;

async function signInFrom(userAgent: string) {
  const browser = table.app.client({ 'User-Agent': userAgent });
  const { body } = await login(browser, 'wechat', await visitService(table, browser, { provider: 'wechat' }));
  return body;
}

test('the website and the WeChat browser sign the same user in, by their unionid', async () => {
  const user = { unionid: 'u-1', nickname: 'nora', headimgurl: '' };
  website.user = { ...user, openid: 'at-the-website' };
  account.user = { ...user, openid: 'at-the-official-account' };
  expect((await signInFrom(phone)).data).toBe('acme/nora');
  expect((await signInFrom(wechatBrowser)).data).toBe('acme/nora');
  const pages = table.standIns.requests.filter(({ url }) => url.host === 'open.weixin.qq.com');
  // WeChat Pay asks for the ID at the official account.
  expect((await table.user('nora')).properties).toMatchObject({
    [`oauth_WeChat_openid_${account.clientId}`]: 'at-the-official-account',
  });
  expect(pages.map(({ url }) => url.pathname)).toEqual(['/connect/qrconnect', '/connect/oauth2/authorize']);
});

test('without an account of the open platform, the openid counts', async () => {
  website.user = { nickname: 'olga', openid: 'o-2', headimgurl: '' };
  expect((await signInFrom(phone)).data).toBe('acme/olga');
  expect(await table.user('olga')).toMatchObject({ wechat: 'o-2' });
});

test("WeCom's browser gets the QR code, although it calls itself WeChat's too", async () => {
  website.user = { nickname: 'paul', openid: 'o-3', headimgurl: '' };
  expect((await signInFrom(`${wechatBrowser} wxwork/4.1.0`)).data).toBe('acme/paul');
});
