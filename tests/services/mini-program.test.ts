import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { password } from '../harness/world.ts';
import { createWeChat } from './stand-ins/wechat.ts';
import { createWeChatMiniProgram } from './stand-ins/wechat-mini-program.ts';
import { startTable, type Table } from './table-world.ts';
import { browserAt, login, visitService } from './world.ts';

const program = createWeChatMiniProgram();
const website = createWeChat();
const become = () => undefined;
let table: Table;
let client: { clientId: string; clientSecret: string };
beforeAll(async () => {
  table = await startTable([
    { type: 'WeChat', label: 'WeChat', standIn: website, become },
    { type: 'WeChatMiniProgram', label: '', standIn: program, become },
  ]);
  client = (await table.root.get('get-application', { id: 'admin/shop' })).body.data;
});
afterAll(() => table?.stop());
beforeEach(() => change({ enableSignUp: true }));

const change = (changes: object) => table.root.post('update-application', changes, { query: { id: 'admin/shop' } });

async function ask(fields: Record<string, string>) {
  const { clientId: client_id, clientSecret: client_secret } = client;
  const tag = { grant_type: 'authorization_code', tag: 'wechat_miniprogram' };
  const form = new URLSearchParams({ client_id, client_secret, ...tag, ...fields });
  const { body } = await browserAt(table.app).post('login/oauth/access_token', form);
  return body as unknown as { access_token: string };
}

const userOf = async (accessToken: string) =>
  (await browserAt(table.app).get('userinfo', {}, { headers: { Authorization: `Bearer ${accessToken}` } })).body;

test('a mini program signs its user up, and in again', async () => {
  const user = { openid: 'oABC', unionid: 'u-1' };
  const avatar = 'https://thirdwx.qlogo.example/132';
  const first = await ask({ code: program.login(user), username: 'nora', avatar });
  expect(first).toMatchObject({ access_token: expect.any(String), token_type: 'Bearer' });
  expect(await table.user('nora')).toMatchObject({ wechat: 'u-1', avatar, signupApplication: 'shop' });
  const again = await ask({ code: program.login(user) });
  expect(await userOf(again.access_token)).toMatchObject({ sub: (await userOf(first.access_token)).sub });
  expect(JSON.stringify([first, again]) + table.app.logged.join()).not.toContain('the session key');
});

test('a user without a name is called by their openid', async () => {
  await ask({ code: program.login({ openid: 'oXYZ' }) });
  expect(await table.user('wechat_oXYZ')).toMatchObject({ wechat: 'oXYZ' });
});

test('a user who signed in on the website with WeChat is the same user', async () => {
  website.user = { openid: 'at-the-website', unionid: 'u-2', nickname: 'olga', headimgurl: '' };
  const browser = browserAt(table.app);
  await login(browser, 'wechat', await visitService(table, browser, { provider: 'wechat' }));
  const { access_token } = await ask({ code: program.login({ openid: 'in-the-program', unionid: 'u-2' }) });
  expect(await userOf(access_token)).toMatchObject({ sub: (await table.user('olga')).id });
});

test('a user whom Casdoor 2022 knew by their openid is found', async () => {
  await table.root.post('add-user', { owner: 'acme', name: 'paul', displayName: 'Paul', password, wechat: 'oPaul' });
  const { access_token } = await ask({ code: program.login({ openid: 'oPaul', unionid: 'u-3' }) });
  expect(await userOf(access_token)).toMatchObject({ sub: (await table.user('paul')).id });
});

test('S11 nobody signs up where sign-up is closed', async () => {
  await change({ enableSignUp: false });
  expect(await ask({ code: program.login({ openid: 'late' }) })).toMatchObject({
    error: 'invalid_grant',
    error_description: expect.stringContaining('provider-sign-up-closed'),
  });
});

test('a code works once, and only at an application with a mini program', async () => {
  const code = program.login({ openid: 'once' });
  await ask({ code });
  expect(await ask({ code })).toMatchObject({
    error: 'invalid_grant',
    error_description: expect.stringContaining('40163 code been used'),
  });
  expect(await ask({ code: program.login({ openid: 'x' }), client_secret: 'wrong' })).toMatchObject({
    error: 'invalid_client',
  });
  await change({ providers: [{ name: 'wechat' }] });
  expect(await ask({ code: program.login({ openid: 'other' }) })).toMatchObject({ error: 'invalid_grant' });
});

test('no page offers the mini program', async () => {
  const begin = { application: 'shop', provider: 'wechatminiprogram' };
  await change({ providers: [{ name: 'wechatminiprogram' }] });
  const { body } = await browserAt(table.app).post('begin-provider-request', begin);
  expect(body.code).toBe('provider-unsupported');
});
