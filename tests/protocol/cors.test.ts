import type { Application } from '@doorwright/crds/kinds/application.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callback, createProtocolWorld, type ProtocolWorld, tokensFor } from './world.ts';

let world: ProtocolWorld;
let page: Application;
beforeAll(async () => {
  world = await createProtocolWorld();
  // The scheme of an app has no origin, and browsers write `null`.
  const redirectUris = [callback, 'com.example.app:/callback'];
  page = await world.application('app-page', { clientType: 'public', redirectUris });
});
afterAll(() => world.app.stop());

const strangers = [
  'https://app.example.evil.example',
  'https://evil.example',
  'https://app.example:8443',
  'http://app.example',
  'null',
];

describe('S20 pages of other origins', () => {
  const refresh = (Origin: string, refresh_token: string) =>
    world.app.anonymous.post(
      '/api/login/oauth/access_token',
      new URLSearchParams({ grant_type: 'refresh_token', client_id: page.clientId, refresh_token }),
      { headers: { Origin } },
    );

  test('get tokens and userinfo where the client is registered with their origin', async () => {
    const { tokens } = await tokensFor(world, page);
    const Origin = 'https://app.example';
    const answer = await refresh(Origin, String(tokens.refresh_token));
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, Origin]);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    const { access_token } = answer.body as unknown as { access_token: string };
    const headers = { Origin, Authorization: `Bearer ${access_token}` };
    const info = await world.app.anonymous.get('/api/userinfo', {}, { headers });
    expect([info.status, info.headers.get('access-control-allow-origin')]).toEqual([200, Origin]);
  });

  test.each(strangers)('and nothing with the origin %s', async (Origin) => {
    const { tokens } = await tokensFor(world, page);
    const answer = await refresh(Origin, String(tokens.refresh_token));
    expect(answer.status).toBe(400);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.text).not.toMatch('access_token');
    const { access_token } = answer.body as unknown as { access_token: string };
    const headers = { Origin, Authorization: `Bearer ${access_token}` };
    expect((await world.app.anonymous.get('/api/userinfo', {}, { headers })).text).not.toMatch('alice');
  });

  test('read why a request was refused before its client was known', async () => {
    const { clientId: client_id } = page;
    const asked: [string, string][] = [
      ['access_token', `client_id=${client_id}&scope=openid&scope=email`],
      ['refresh_token', `client_id=${client_id}&grant_type=authorization_code`],
      ['par', `client_id=${client_id}&response_type=code`],
    ];
    for (const [endpoint, form] of asked) {
      const headers = { Origin: 'https://app.example', 'Content-Type': 'application/x-www-form-urlencoded' };
      const answer = await world.app.anonymous.post(`/api/login/oauth/${endpoint}`, form, { headers });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([400, headers.Origin]);
      expect(answer.headers.get('vary')).toMatch('Origin');
    }
    const authorize = await world.app.anonymous.get(
      '/login/oauth/authorize?state=a&state=b',
      {},
      { headers: { Origin: 'https://app.example' } },
    );
    expect(authorize.headers.get('access-control-allow-origin')).toBeNull();
  });

  test.each(['access_token', 'refresh_token', 'revoke', 'introspect', 'par', 'device_authorization'])(
    'may send a preflight request to %s',
    async (endpoint) => {
      const headers = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' };
      const answer = await fetch(`${world.app.url}/api/login/oauth/${endpoint}`, { method: 'OPTIONS', headers });
      expect([answer.status, answer.headers.get('access-control-allow-methods')]).toEqual([204, 'POST']);
    },
  );
});
