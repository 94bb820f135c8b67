import type { Application } from '@doorwright/crds/kinds/application.ts';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { asPageAsks, careful, createProtocolWorld, exchange, type ProtocolWorld } from '../world.ts';

const master = 'master of the keys';
let world: ProtocolWorld;
let application: Application;
let rp: client.Configuration;
beforeAll(async () => {
  world = await createProtocolWorld();
  await add(world.root, 'organization', { name: 'guarded', displayName: 'Guarded', masterPassword: master });
  await add(world.root, 'user', { owner: 'guarded', name: 'gina', email: 'gina@guarded.example', password });
  application = await world.application('app-guarded', {
    organization: 'guarded',
    grantTypes: ['authorization_code', 'refresh_token', 'password'],
    enableSigninSession: true,
    requireConsent: true,
  });
  rp = await world.relyingParty(application);
});
afterAll(() => world.app.stop());

type Tokens = Awaited<ReturnType<typeof exchange>>;

async function byCode(word: string, wanted: Record<string, string> = {}): Promise<Tokens> {
  const flow = await careful(rp, wanted);
  const query = asPageAsks(flow.request);
  const browser = world.app.client();
  const form = { type: 'code', organization: 'guarded', username: 'gina', password: word };
  await browser.post('login', form, { query });
  const { body } = await browser.post('login', { type: 'code', consent: true }, { query });
  return exchange(rp, flow, body.data);
}

const byPassword = async (word: string, wanted: Record<string, string> = {}) =>
  (await client.genericGrantRequest(rp, 'password', {
    username: 'gina',
    password: word,
    scope: 'openid',
    ...wanted,
  })) as Tokens;

/** The mark in each place that can carry it, now and after a refresh. */
async function marks(tokens: Tokens) {
  const fresh = await client.refreshTokenGrant(rp, String(tokens.refresh_token));
  const marksOf = async ({ access_token, id_token }: { access_token: string; id_token?: string | undefined }) => [
    decodeJwt(access_token).isImpersonated,
    decodeJwt(String(id_token)).isImpersonated,
  ];
  const { isImpersonated } = await client.tokenIntrospection(rp, fresh.access_token);
  return [await marksOf(tokens), await marksOf(fresh), isImpersonated];
}

const bearing = ({ access_token }: Tokens) => world.app.client({ Authorization: `Bearer ${access_token}` });
const reasonsOf = (action: string): Promise<string[]> =>
  world.app.db('records').where({ organization: 'guarded', user: 'gina', action, outcome: 'ok' }).pluck('reason');

describe.each([
  ['a code', byCode],
  ['the password grant', byPassword],
])('S17 tokens of %s with the master password', (_how, given) => {
  test('say so, also after a refresh', async () => {
    expect(await marks(await given(master))).toEqual([[true, true], [true, true], true]);
    const none = [undefined, undefined];
    expect(await marks(await given(password))).toEqual([none, none, undefined]);
  });

  test('cannot take the account over, and have a mark in the records', async () => {
    const reset = { type: 'email', dest: 'thief@guarded.example', code: '00000' };
    const asked = async (holder: Client) =>
      (await holder.post('reset-email-or-phone', new URLSearchParams(reset))).body.code;
    // An application with consent only reads, and so does one with OpenID scopes alone.
    const ask = (requireConsent: boolean) =>
      world.root.post('update-application', { requireConsent }, { query: { id: 'admin/app-guarded' } });
    await ask(false);
    const wanted = { scope: 'openid read' };
    const [foreign, own] = [await given(master, wanted), await given(password, wanted)];
    for (const tokens of [foreign, own]) expect(await asked(bearing(tokens))).toBe('unauthorized');
    expect(await asked(await world.app.signedIn('guarded', 'gina', master))).toBe('unauthorized');
    expect(await asked(await world.app.signedIn('guarded', 'gina', password))).toBe('code-not-sent');

    const update = (tokens: Tokens, affiliation: string) =>
      bearing(tokens).post('update-user', { affiliation }, { query: { id: 'guarded/gina', columns: 'affiliation' } });
    const before = await reasonsOf('update-user');
    expect((await update(foreign, 'Foreign')).body.status).toBe('ok');
    expect((await update(own, 'Own')).body.status).toBe('ok');
    expect((await reasonsOf('update-user')).sort()).toEqual([...before, '', 'master-password'].sort());
    await ask(true);
  });
});

test('S17 consent with the master password is recorded as such', async () => {
  await byCode(master);
  await byCode(password);
  const reasons = (await reasonsOf('login')).filter((reason) => reason.startsWith('consent'));
  expect(reasons).toContain('consent openid profile email master-password');
  expect(reasons).toContain('consent openid profile email');
});

test('S17 consent with the master password holds for that sign-in alone', async () => {
  const other = await world.application('app-other', {
    ...{ organization: 'guarded', enableSigninSession: true, requireConsent: true },
  });
  const relyingParty = await world.relyingParty(other);
  const asksFor = async (browser: Client, consent?: boolean) => {
    const flow = await careful(relyingParty);
    const query = asPageAsks(flow.request);
    const { body } = await browser.post('login', { type: 'code', ...(consent && { consent }) }, { query });
    return body.status === 'ok' ? (await exchange(relyingParty, flow, body.data)).scope : body.code;
  };
  const browser = await world.app.signedIn('guarded', 'gina', master);
  expect(await asksFor(browser)).toBe('consent-required');
  expect(await asksFor(browser, true)).toBe('openid profile email');
  expect(await asksFor(browser)).toBe('consent-required');
  const own = await world.app.signedIn('guarded', 'gina', password);
  expect(await asksFor(own)).toBe('consent-required');
  expect(await asksFor(own, true)).toBe('openid profile email');
  expect(await asksFor(own)).toBe('openid profile email');
});

test('S17 a silent sign-in in a session of the master password', async () => {
  const silent = await world.application('app-silent', { organization: 'guarded', enableSigninSession: true });
  const browser = await world.app.signedIn('guarded', 'gina', master);
  const { request } = await careful(await world.relyingParty(silent));
  const answer = await browser.get(request.pathname + request.search);
  expect(String(answer.headers.get('location'))).toContain('code=');
  const records = await world.app.db('records').where({ object: 'application admin/app-silent', user: 'gina' });
  expect(records).toMatchObject([{ action: 'login', outcome: 'ok', reason: 'session master-password' }]);
});

test('17.5 a new master password ends a refresh token of an expired session, also of a browser that signed in twice', async () => {
  await add(world.root, 'organization', { name: 'vault', masterPassword: master });
  await add(world.root, 'user', { owner: 'vault', name: 'vera', password });
  const vault = await world.application('app-vault', {
    organization: 'vault',
    grantTypes: ['authorization_code', 'refresh_token'],
    enableSigninSession: true,
  });
  const party = await world.relyingParty(vault);
  const signsIn = async (browser: Client) => {
    const flow = await careful(party, { scope: 'openid offline_access' });
    const form = { type: 'code', organization: 'vault', username: 'vera', password: master };
    const { body } = await browser.post('login', form, { query: asPageAsks(flow.request) });
    return String((await exchange(party, flow, body.data)).refresh_token);
  };
  const refresh = (token: string) => client.refreshTokenGrant(party, token);
  const browsers = [world.app.client(), world.app.client()];
  const first = await Promise.all(browsers.map(signsIn));
  const second = await Promise.all(browsers.map(signsIn));
  // Upkeep deletes a session that has expired, and nothing with it.
  await world.app.db('sessions').where({ owner: 'vault' }).delete();
  const [lives, ...others] = [...first, ...second] as [string, ...string[]];
  const fresh = String((await refresh(lives)).refresh_token);
  const masterPassword = 'another master of keys';
  await world.root.post('update-organization', { masterPassword }, { query: { id: 'admin/vault' } });
  for (const token of [fresh, ...others])
    await expect(refresh(token)).rejects.toMatchObject({ error: 'invalid_grant' });
});
