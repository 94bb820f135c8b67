import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { type PlanShop, startPlans } from './world.ts';

let plans: PlanShop;
let credentials: Record<string, string>;
beforeAll(async () => {
  plans = await startPlans(new Date().toISOString());
  const { root } = plans.shop;
  const grantTypes = ['authorization_code', 'password'];
  await add(root, 'application', { name: 'reader', organization: 'acme', cert: 'cert-built-in', grantTypes });
  const { data } = (await root.get('get-application', { id: 'admin/reader' })).body;
  credentials = basic(data.clientId, data.clientSecret);
});
afterAll(() => plans?.shop.stop());

async function tokensFor(scope: string) {
  const { anonymous } = plans.shop.app;
  const form = new URLSearchParams({ grant_type: 'password', username: 'alice', password, scope });
  const answer = await anonymous.post('/api/login/oauth/access_token', form, { headers: credentials });
  const { access_token, id_token } = answer.body as unknown as Record<'access_token' | 'id_token', string>;
  const headers = { Authorization: `Bearer ${access_token}` };
  const { body } = await anonymous.get('/api/userinfo', undefined, { headers });
  const userinfo = body as unknown as { entitlements?: unknown };
  return { idToken: decodeJwt(id_token), accessToken: decodeJwt(access_token), userinfo };
}

test('tokens and userinfo hold the plan of a subscriber, with its features, seats and end', async () => {
  expect((await tokensFor('openid entitlements')).userinfo.entitlements).toEqual([]);
  await plans.pay(plans.shop.alice);
  const [term] = await plans.terms();
  // The days of grace count too.
  const until = Math.floor(Date.parse(String(term?.endDate)) / 1000) + 3 * 86_400;
  const expected = [{ plan: 'acme/silver', features: ['silver support'], seats: 5, until }];
  const { idToken, accessToken, userinfo } = await tokensFor('openid entitlements');
  expect(idToken.entitlements).toEqual(expected);
  expect(accessToken.entitlements).toEqual(expected);
  expect(userinfo.entitlements).toEqual(expected);
});

test('an application that does not ask for it learns nothing of a subscription', async () => {
  const { idToken, accessToken, userinfo } = await tokensFor('openid profile');
  for (const told of [idToken, accessToken, userinfo]) expect(told).not.toHaveProperty('entitlements');
});

test('discovery names the scope and the claim', async () => {
  const { body } = await plans.shop.app.anonymous.get('/.well-known/openid-configuration');
  expect(body).toMatchObject({
    scopes_supported: expect.arrayContaining(['entitlements']),
    claims_supported: expect.arrayContaining(['entitlements']),
  });
});

test('a cancelled subscription stays in the claim until its end, and a suspended one leaves it', async () => {
  const [term] = await plans.terms();
  const query = { id: `acme/${term?.name}` };
  expect((await plans.shop.alice.post('cancel-subscription', undefined, { query })).body.status).toBe('ok');
  expect((await tokensFor('openid entitlements')).userinfo.entitlements).toHaveLength(1);
  await plans.admin.post('update-subscription', { state: 'Suspended' }, { query });
  expect((await tokensFor('openid entitlements')).userinfo.entitlements).toEqual([]);
});
