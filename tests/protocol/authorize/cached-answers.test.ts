import { randomUUID } from 'node:crypto';
import * as client from 'openid-client';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { fewestStatements } from '../../harness/database/statements.ts';
import { password } from '../../harness/world.ts';
import { callback } from '../world.ts';
import { cachedAnswersWorld } from './cached-answers-world.ts';

const cached = cachedAnswersWorld();
const { applicationWith, byPassword, introspected, somebody, userinfoOf } = cached;

describe('a cached answer', () => {
  test('costs no statement, and equals the first one', async () => {
    const application = await applicationWith();
    const token = await byPassword(application, 'alice', 'openid email');
    for (const ask of [() => userinfoOf(token), () => introspected(token, application)]) {
      const first = await ask();
      const again = await ask();
      expect(await fewestStatements(cached.world.app, 0, ask)).toEqual([]);
      expect(again.text).toBe(first.text);
      const comparable = ({ headers }: typeof first) =>
        Object.fromEntries([...headers].filter(([name]) => !['x-request-id', 'date'].includes(name)));
      expect(comparable(again)).toEqual(comparable(first));
      expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    }
  });

  test('belongs to one token: its user, and the claims of its scopes', async () => {
    const application = await applicationWith();
    const names = [await somebody({ email: `${randomUUID()}@acme.example` }), await somebody()];
    const asked = names.flatMap((name) =>
      ['openid', 'openid email', 'openid profile'].map((scope) => ({ name, scope })),
    );
    const tokens = await Promise.all(asked.map(({ name, scope }) => byPassword(application, name, scope)));
    for (let round = 0; round < 2; round++) {
      const answers = await Promise.all(tokens.map((token) => userinfoOf(token)));
      expect(answers.map(({ body }) => (body as { name?: string }).name)).toEqual(
        asked.map(({ name, scope }) => (scope === 'openid profile' ? name : undefined)),
      );
      expect(answers.map(({ body }) => 'email' in body)).toEqual(
        asked.map(({ name, scope }) => scope === 'openid email' && name === names[0]),
      );
    }
  });

  test('S40 goes to its own client alone, and needs the client’s secret', async () => {
    const [application, other] = [await applicationWith(), await applicationWith()];
    const token = await byPassword(application, 'alice');
    for (let round = 0; round < 2; round++) {
      expect((await introspected(token, application)).body).toMatchObject({ active: true });
      expect((await introspected(token, other)).body).toEqual({ active: false });
      const { clientId } = application;
      expect((await introspected(token, { clientId, clientSecret: other.clientSecret })).status).toBe(401);
      expect((await introspected(token, { clientId, clientSecret: '' })).status).toBe(400);
      const bare = new URLSearchParams({ token, client_id: clientId });
      expect((await cached.world.app.anonymous.post('/api/login/oauth/introspect', bare)).status).toBe(401);
    }
  });

  test('S20 does not go to pages of other origins', async () => {
    const application = await applicationWith();
    const token = await byPassword(application, 'alice');
    expect((await userinfoOf(token)).status).toBe(200);
    expect((await userinfoOf(token, cached.world.app, { Origin: 'https://evil.example' })).text).not.toContain('sub');
    const Origin = new URL(callback).origin;
    const answer = await userinfoOf(token, cached.world.app, { Origin });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, Origin]);
    expect((await userinfoOf(token)).headers.get('access-control-allow-origin')).toBe('*');
  });

  test('does not hide other parameters of a request', async () => {
    const application = await applicationWith();
    const token = await byPassword(application, 'alice', 'openid email');
    const headers = { Authorization: `Bearer ${token}` };
    expect((await userinfoOf(token)).status).toBe(200);
    expect((await cached.world.app.anonymous.get('/api/userinfo', { scope: 'phone' }, { headers })).status).toBe(403);
    expect((await cached.world.app.anonymous.get('/api/userinfo', { access_token: token })).status).toBe(400);
    expect((await userinfoOf(token, cached.world.app, { DPoP: 'none' })).status).not.toBe(200);
    const inBody = new URLSearchParams({ access_token: token });
    expect((await cached.world.app.anonymous.post('/api/userinfo', inBody)).status).toBe(200);
    expect((await cached.world.app.anonymous.post('/api/userinfo', inBody, { headers })).status).toBe(400);
  });
});

test('a changed user changes the answer at once', async () => {
  const application = await applicationWith();
  const name = await somebody({ homepage: 'https://before.example' });
  const token = await byPassword(application, name, 'openid profile');
  const website = async () => ((await userinfoOf(token)).body as { website?: string }).website;
  expect(await website()).toBe('https://before.example');
  const change = { homepage: 'https://after.example' };
  await cached.world.root.post('update-user', change, { query: { id: `acme/${name}`, columns: 'homepage' } });
  expect(await website()).toBe('https://after.example');
});

describe('S23 each request proves its client, although the answer is cached', () => {
  test('a replaced secret is refused at once', async () => {
    const application = await applicationWith();
    const token = await byPassword(application, 'alice');
    expect((await introspected(token, application)).body).toMatchObject({ active: true });
    const clientSecret = randomUUID();
    const query = { id: `admin/${application.name}`, columns: 'clientSecret' };
    await cached.world.root.post('update-application', { clientSecret }, { query });
    expect((await introspected(token, application)).status).toBe(401);
    expect((await introspected(token, { ...application, clientSecret })).body).toMatchObject({ active: true });
  });

  test('during a lock the right secret is refused too, if a person chose it', async () => {
    const application = await applicationWith({ clientSecret: 'chosen by somebody' });
    const token = await byPassword(application, 'alice');
    expect((await introspected(token, application)).body).toMatchObject({ active: true });
    for (let guess = 0; guess < 10; guess++)
      expect((await introspected(token, { ...application, clientSecret: 'wrong' })).status).toBe(401);
    const locked = await introspected(token, application);
    expect([locked.status, locked.headers.has('retry-after')]).toEqual([401, true]);
    expect((await userinfoOf(token)).status).toBe(200);
  });

  test('and the use of the secret is noted', async () => {
    const application = await applicationWith();
    const token = await byPassword(application, 'alice');
    expect((await introspected(token, application)).body).toMatchObject({ active: true });
    const used = () => cached.world.app.db('client_secrets').where({ application: application.name }).first();
    expect(Date.parse((await used()).last_used_time)).toBeGreaterThan(Date.now() - 60_000);
  });
});

test('each request proves its key: a bound token is useless without', async () => {
  const application = await applicationWith({ oauthFeatures: ['dpop'] });
  const rp = await cached.world.relyingParty(application);
  const DPoP = client.getDPoPHandle(rp, await client.randomDPoPKeyPair());
  const form = { username: 'alice', password, scope: 'openid' };
  const tokens = await client.genericGrantRequest(rp, 'password', form, { DPoP });
  expect(await client.fetchUserInfo(rp, tokens.access_token, client.skipSubjectCheck, { DPoP })).toHaveProperty('sub');
  expect(await client.fetchUserInfo(rp, tokens.access_token, client.skipSubjectCheck, { DPoP })).toHaveProperty('sub');
  for (const scheme of ['Bearer', 'DPoP']) {
    const stolen: Client = cached.world.app.client({ Authorization: `${scheme} ${tokens.access_token}` });
    expect((await stolen.get('/api/userinfo')).status).not.toBe(200);
  }
  for (let round = 0; round < 2; round++)
    expect((await introspected(tokens.access_token, application)).body).toMatchObject({
      active: true,
      token_type: 'DPoP',
    });
});
