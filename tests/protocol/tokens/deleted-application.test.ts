import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../declared/operator.ts';
import { basic } from '../../harness/client.ts';
import { asPageAsks, careful, createProtocolWorld, errorOf, exchange, type ProtocolWorld, signInAt } from '../world.ts';

let world: ProtocolWorld;
beforeAll(async () => {
  world = await createProtocolWorld();
});
afterAll(() => world.app.stop());

const kept = (clientId: string) =>
  world.app.db('artifacts').where('payload', 'like', `%${clientId}%`).whereNot('model', 'Session');

test('17.7 a deleted application takes its codes, tokens, grants and consents along, and returns without them', async () => {
  const { app, root } = world;
  const application = await world.application('app-leaving', { requireConsent: true });
  const { clientId, clientSecret } = application;
  const rp = await world.relyingParty(application);
  const browser = app.client();
  const agree = async () => {
    const flow = await careful(rp, { scope: 'openid offline_access profile' });
    await signInAt(browser, flow.request);
    const query = asPageAsks(flow.request);
    const { body } = await browser.post('login', { type: 'code', consent: true }, { query });
    return { flow, code: String(body.data) };
  };
  const used = await agree();
  const tokens = await exchange(rp, used.flow, used.code);
  const unused = await agree();
  const models = new Set((await kept(clientId)).map(({ model }) => model));
  expect([...models]).toEqual(expect.arrayContaining(['AuthorizationCode', 'Consent', 'Grant', 'RefreshToken']));

  const gone = await root.post('delete-application', { owner: 'admin', name: 'app-leaving' });
  expect(gone.body.status).toBe('ok');
  expect(await kept(clientId)).toEqual([]);
  expect(await app.db('tokens').where({ application: 'app-leaving' })).toEqual([]);

  expect((await createOperator(app.url).post('application/admin/app-leaving/undelete')).status).toBe(200);
  const shown = app.client({ Authorization: `Bearer ${tokens.access_token}` });
  expect((await shown.get('/api/userinfo')).status).toBe(401);
  const ask = async (form: Record<string, string>) =>
    errorOf(
      await app.anonymous.post('/api/login/oauth/access_token', new URLSearchParams(form), {
        headers: basic(clientId, clientSecret),
      }),
    );
  expect(await ask({ grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) })).toBe('invalid_grant');
  const code = { code: unused.code, redirect_uri: String(application.redirectUris[0]) };
  expect(await ask({ grant_type: 'authorization_code', code_verifier: unused.flow.verifier, ...code })).toBe(
    'invalid_grant',
  );
  const again = await careful(rp);
  expect((await signInAt(browser, again.request)).body.code).toBe('consent-required');
  expect((await agree().then(({ flow, code: fresh }) => exchange(rp, flow, fresh))).access_token).toBeDefined();
});
