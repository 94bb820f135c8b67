import { decodeJwt, importJWK, SignJWT } from 'jose';
import type { Client } from 'oidc-provider';
import { describe, expect, test } from 'vitest';
import { client, createLibrary, key, origin } from './library.ts';

const audience = 'https://api.example';
const jwts = {
  resourceIndicators: {
    enabled: true,
    defaultResource: () => audience,
    useGrantedResource: () => true,
    getResourceServerInfo: () => ({
      scope: 'read',
      audience,
      accessTokenFormat: 'jwt' as const,
      jwt: { sign: { alg: 'RS256' as const } },
    }),
  },
};

describe('a patch is deleted once the library', () => {
  test('token-values: finds an access token again that is a JWT', async () => {
    const { post } = await createLibrary({ features: jwts });
    const given = await (await post('/token', { grant_type: 'client_credentials', scope: 'read' })).json();
    expect(decodeJwt(given.access_token).aud).toBe(audience);
    expect(await (await post('/token/introspection', { token: given.access_token })).json()).not.toMatchObject({
      active: true,
    });
  });

  test('session-in-id-tokens: names the session in every ID token', async () => {
    const { tokens } = await createLibrary();
    expect(decodeJwt(String((await tokens()).id_token))).not.toHaveProperty('sid');
  });

  test('id-token-hints: refuses other JWTs of its key as hints', async () => {
    const { provider } = await createLibrary();
    const found = (await provider.Client.find('app')) as Client;
    const claims = new SignJWT({ iss: origin, aud: 'app', sub: 'alice' }).setIssuedAt().setExpirationTime('1m');
    const shown = await claims
      .setProtectedHeader({ alg: 'RS256', kid: 'k', typ: 'at+jwt' })
      .sign(await importJWK(key, 'RS256'));
    await expect(provider.IdToken.validate(shown, found)).resolves.toBeDefined();
  });

  test('key-proofs: judges the proof of a key for a grant that was registered', async () => {
    const own = { ...client, grant_types: [...client.grant_types, 'own'], dpop_bound_access_tokens: true };
    const { provider, post } = await createLibrary({ features: { dPoP: { enabled: true } } });
    provider.registerGrantType('own', async (ctx) => {
      ctx.body = { access_token: 'given' };
    });
    Object.assign((await provider.Client.find('app')) as Client, {
      grantTypes: own.grant_types,
      dpopBoundAccessTokens: true,
    });
    const answer = await post('/token', { grant_type: 'own' });
    expect(await answer.json()).toEqual({ access_token: 'given' });
  });
});
