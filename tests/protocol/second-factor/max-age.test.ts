import { describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { password } from '../../harness/world.ts';
import { asPageAsks } from '../world.ts';
import { factorWorld } from './factor-world.ts';

const world = factorWorld();
const twoFactors = 'urn:doorwright:acr:two-factors';
const redirectUri = 'https://app.example/callback';
const now = () => Math.floor(Date.now() / 1000);

/** A browser whose user proved password and second factor twenty minutes ago, at the shop. */
async function signedInBefore() {
  const { username, secret } = await world.enrolled();
  const client = world.browser();
  await world.login(client, { username, password });
  expect(await world.login(client, { factorCode: world.code(secret) })).toMatchObject({ status: 'ok' });
  await world.app.db.raw(
    `UPDATE sessions SET authenticated_time = authenticated_time - interval '20 minutes',
      factor_time = factor_time - interval '20 minutes' WHERE "user" = ?`,
    [username],
  );
  world.later(60_000);
  return { client, username, secret };
}

const asking = async (own: Record<string, string>): Promise<Record<string, string>> => ({
  client_id: (await world.credentials('bank')).clientId,
  ...{ response_type: 'code', redirect_uri: redirectUri, scope: 'openid', state: 'some', nonce: 'n-once', ...own },
});

/** Where the authorization endpoint sends the browser. */
const sentTo = async (client: Client, own: Record<string, string>): Promise<string> => {
  const { headers } = await client.get('/login/oauth/authorize', await asking(own));
  return headers.get('location') ?? '';
};

async function claimsFor(code: string): Promise<Record<string, unknown>> {
  const { headers } = await world.credentials('bank');
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
  const { body } = await world.browser().post('/api/login/oauth/access_token', new URLSearchParams(form), { headers });
  const { id_token: token } = body as unknown as { id_token: string };
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

describe('S28 a client that asks for a recent sign-in by max_age', () => {
  test('gets the time of the old one where that suffices, with what the user proved', async () => {
    const { client } = await signedInBefore();
    const address = new URL(await sentTo(client, { max_age: '3600', acr_values: twoFactors }));
    expect(address.href).toMatch(/^https:\/\/app\.example\/callback\?code=/);
    const claims = await claimsFor(String(address.searchParams.get('code')));
    expect(claims).toMatchObject({ acr: twoFactors, amr: ['pwd', 'otp', 'mfa'] });
    expect(Number(claims.auth_time)).toBeLessThan(now() - 15 * 60);
  });

  test('35.31 gets a new time only after password and second factor, and nothing for the session or one of them', async () => {
    const { client, username, secret } = await signedInBefore();
    const own = { max_age: '300' };
    expect(await sentTo(client, own)).toMatch(/^(http:\/\/127\.0\.0\.1:\d+)?\/login\/oauth\/authorize\?|^\/login/);
    expect(await sentTo(client, { ...own, prompt: 'none' })).toContain('error=login_required');
    // 35.31: the page offers no old session.
    const page = new URL(await sentTo(client, own), world.app.url);
    const app = await client.get('get-app-login', asPageAsks(page));
    expect(app.body.data2).toMatchObject({ prompt: 'login', needsProof: true });
    const query = asPageAsks(await asking(own));
    const arrive = (form: object) => world.login(client, { type: 'code', application: 'bank', ...form }, query);
    expect((await arrive({})).status).toBe('error');
    expect(await arrive({ username, password })).toMatchObject({ code: 'factor-required' });
    expect((await arrive({})).status).toBe('error');
    const { status, data } = await arrive({ factorCode: world.code(secret) });
    expect(status).toBe('ok');
    const claims = await claimsFor(data);
    expect(claims).toMatchObject({ acr: twoFactors, amr: ['pwd', 'otp', 'mfa'] });
    expect(Number(claims.auth_time)).toBeGreaterThan(now() - 60);
    // The next request of this kind is not asked.
    expect(await sentTo(client, own)).toMatch(/^https:\/\/app\.example\/callback\?code=/);
  });
});
