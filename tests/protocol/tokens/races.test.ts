import { randomUUID } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '../../harness/app.ts';
import { basic } from '../../harness/client.ts';
import { underWay } from '../../harness/under-way.ts';
import { asPageAsks, careful, createProtocolWorld, exchange, type ProtocolWorld, tokensFor } from '../world.ts';

let world: ProtocolWorld;
let application: Application;
beforeAll(async () => {
  world = await createProtocolWorld();
  application = await world.application('app-racing', { enableSigninSession: true });
});
afterAll(() => world.app.stop());

const key = 20261121;

/** Lets statements of one kind wait, after they begin, until `release` is called. */
async function hold(when: string) {
  const { db } = world.app;
  const gate = await db.client.acquireRawConnection();
  await gate.query('SELECT pg_advisory_lock($1)', [key]);
  await db.raw(`CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock_shared(${key}); RETURN NULL; END'`);
  await db.raw(`CREATE TRIGGER gate ${when} FOR EACH STATEMENT EXECUTE FUNCTION wait_at_gate()`);
  return {
    waits: (kind: string) =>
      expect
        .poll(
          async () =>
            (
              await db('pg_stat_activity')
                .where('datname', db.raw('current_database()'))
                .where('wait_event_type', 'Lock')
                .pluck('wait_event')
            ).filter((event: string) => (kind === 'gate') === (event === 'advisory')).length,
          { timeout: 10_000 },
        )
        .toBeGreaterThan(0),
    async release() {
      await gate.end();
      await db.raw('DROP FUNCTION wait_at_gate CASCADE');
    },
  };
}

const refreshed = (rp: client.Configuration, token: unknown) =>
  client.refreshTokenGrant(rp, String(token)).catch(({ error }: { error: string }) => ({ error }));

test.each([
  ['before its access token is written', 'BEFORE UPDATE ON tokens'],
  ['while the next refresh token is written', 'AFTER INSERT ON artifacts'],
])('S22 a refresh during a sign-out, %s, gives no token that outlives the session', async (_moment, when) => {
  const { rp, tokens, browser } = await tokensFor(world, application);
  const gate = await hold(when);
  const refreshing = refreshed(rp, tokens.refresh_token);
  await gate.waits('gate');
  const leaving = underWay(browser.post('logout'));
  // It has ended, or waits for the refresh.
  await Promise.race([leaving, gate.waits('other')]);
  await gate.release();
  expect((await leaving).body.status).toBe('ok');
  const given = await refreshing;
  if ('access_token' in given) {
    expect(await client.tokenIntrospection(rp, given.access_token)).toEqual({ active: false });
    expect(await refreshed(rp, given.refresh_token)).toEqual({ error: 'invalid_grant' });
  } else expect(given).toEqual({ error: 'invalid_grant' });
  expect(await world.app.db('tokens').where('application', 'app-racing').count().first()).toEqual({ count: 0 });
});

test('S35 of requests with one proof of a key at once, on two replicas, one gets a token', async () => {
  const { clientId, clientSecret } = await world.application(`app-${randomUUID()}`, {
    grantTypes: ['client_credentials'],
    oauthFeatures: ['dpop'],
  });
  const origin = { DOORWRIGHT_ORIGIN: world.app.url };
  const other = await startApp({ databaseUrl: world.app.databaseUrl, settings: origin });
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const DPoP = await new SignJWT({ htm: 'POST', htu: `${world.app.url}/api/login/oauth/access_token` })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
    .setJti(randomUUID())
    .setIssuedAt()
    .sign(privateKey);
  const ask = ({ url }: { url: string }) =>
    fetch(`${url}/api/login/oauth/access_token`, {
      method: 'POST',
      headers: { DPoP, ...basic(clientId, clientSecret) },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => ask(index % 2 ? other : world.app)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
  await other.stop();
});

test('S22 a code that is given during its user’s sign-out is worth nothing', async () => {
  const { rp, browser } = await tokensFor(world, application);
  const flow = await careful(rp);
  const gate = await hold('BEFORE INSERT ON artifacts');
  const asking = underWay(browser.post('login', { type: 'code' }, { query: asPageAsks(flow.request) }));
  await gate.waits('gate');
  const leaving = world.app.client({ Cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') });
  const left = underWay(leaving.post('logout'));
  await Promise.race([left, gate.waits('other')]);
  await gate.release();
  expect((await left).body.status).toBe('ok');
  const { data: code } = (await asking).body;
  if (code) await expect(exchange(rp, flow, code)).rejects.toMatchObject({ error: 'invalid_grant' });
  expect(await world.app.db('tokens').where('application', 'app-racing').count().first()).toEqual({ count: 0 });
});
