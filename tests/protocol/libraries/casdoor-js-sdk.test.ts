import { describe, expect, test } from 'vitest';
import { sdkWorld } from './sdk-world.ts';

const sdk = sdkWorld();

interface Tokens {
  access_token: string;
  refresh_token: string;
}

describe('Casdoor’s library for pages, unchanged', () => {
  test('signs a user in with PKCE, reads their claims and the token, and refreshes', async () => {
    const visit = await sdk.visitor(sdk.alone);
    await sdk.arrive(visit, 'sdk.signin_redirect()');
    const tokens = await sdk.run<Tokens>(visit, 'sdk.exchangeForAccessToken()');
    expect(tokens).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });
    const read = await sdk.run<object>(visit, `sdk.parseAccessToken('${tokens.access_token}')`);
    expect(read).toMatchObject({
      header: { alg: 'ES256', kid: 'cert-es256' },
      payload: { owner: 'acme', name: 'alice', aud: [sdk.alone.clientId], scope: 'profile' },
    });
    const { payload } = read as { payload: { sub: string } };
    const info = await sdk.run(visit, `sdk.getUserInfo('${tokens.access_token}')`);
    expect(info).toMatchObject({ sub: payload.sub, name: 'Alice Liddell', preferred_username: 'alice' });
    expect(info).not.toHaveProperty('email');
    const fresh = await sdk.run<Tokens>(visit, `sdk.refreshAccessToken('${tokens.refresh_token}')`);
    expect(await sdk.run(visit, `sdk.getUserInfo('${fresh.access_token}')`)).toMatchObject({
      preferred_username: 'alice',
    });
    expect(visit.complaints).toEqual([]);
  });

  test('signs a user in by the application’s own server', async () => {
    const visit = await sdk.visitor(sdk.served);
    await sdk.arrive(visit, 'location.assign(sdk.getSigninUrl())');
    const answer = await sdk.run<{ status: string; token: string }>(visit, `sdk.signin('${sdk.url}')`);
    expect(answer.status).toBe('ok');
    expect(
      (await sdk.world.app.client({ Authorization: `Bearer ${answer.token}` }).get('get-account')).body,
    ).toMatchObject({
      status: 'ok',
      name: 'alice',
    });
  });

  test('opens the pages for sign-up and for the own account', async () => {
    const visit = await sdk.visitor(sdk.served);
    const links = ['getSignupUrl()', 'getSignupUrl(false)', 'getMyProfileUrl()', "getUserProfileUrl('alice')"];
    for (const link of links) {
      const url = new URL(await sdk.run<string>(visit, `sdk.${link}`));
      expect(url.origin).toBe(sdk.world.app.url);
      const answer = await fetch(url, { headers: { Accept: 'text/html' }, redirect: 'manual' });
      expect([link, answer.status, answer.headers.get('content-type')]).toEqual([
        link,
        200,
        expect.stringContaining('text/html'),
      ]);
    }
  });
});
