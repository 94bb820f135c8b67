import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { expect } from 'vitest';
import { ask, errorOf, flow, type Module, redeem } from './op.ts';

/** Complete flows, and the use of their tokens. */
export const responses = {
  'oidcc-server': async (op) => {
    const { claims, tokens, arrival, asked } = await flow(op.first, await op.agent());
    expect(tokens.token_type).toBe('bearer');
    expect(tokens.expires_in).toBeGreaterThan(0);
    expect(claims).toMatchObject({ iss: op.app.url, aud: op.first.clientMetadata().client_id, nonce: asked.nonce });
    expect(arrival.url.searchParams.get('state')).toBe(asked.state);
  },
  'oidcc-server-client-secret-post': async (op) => {
    const { claims } = await flow(op.byBody, await op.agent());
    expect(claims.iss).toBe(op.app.url);
  },
  'oidcc-response-type-missing': async (op) => {
    const { url } = ask(op.first);
    url.searchParams.delete('response_type');
    const arrival = await (await op.agent()).open(url);
    expect(arrival.wasAsked).toBe(false);
    expect(arrival.url.searchParams.get('error')).toMatch(/^(invalid_request|unsupported_response_type)$/);
  },
  'oidcc-idtoken-signature': async (op) => {
    const { tokens } = await flow(op.first, await op.agent());
    const { alg, kid } = decodeProtectedHeader(String(tokens.id_token));
    expect({ alg, kid }).toEqual({ alg: 'RS256', kid: 'cert-built-in' });
    const keys = createRemoteJWKSet(new URL(String(op.first.serverMetadata().jwks_uri)));
    await jwtVerify(String(tokens.id_token), keys, { issuer: op.app.url });
  },
  // The plan skips this module if the server does not offer such tokens. Ours never does.
  'oidcc-idtoken-unsigned': async (op) => {
    expect(op.first.serverMetadata().id_token_signing_alg_values_supported).not.toContain('none');
  },
  'oidcc-alternate-happy-flow': async (op) => {
    const asked = ask(op.first, { scope: 'phone email profile openid' });
    asked.url.search = String(new URLSearchParams([...asked.url.searchParams].reverse()));
    const tokens = await redeem(op.first, await (await op.agent()).open(asked.url), asked);
    expect(tokens.claims()?.nonce).toBe(asked.nonce);
  },
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': async (op) => {
    const asked = { ...ask(op.first), nonce: undefined };
    asked.url.searchParams.delete('nonce');
    const tokens = await redeem(op.first, await (await op.agent()).open(asked.url), asked);
    expect(tokens.claims()?.nonce).toBeUndefined();
  },
  'oidcc-ensure-request-with-valid-pkce-succeeds': async (op) => {
    const verifier = client.randomPKCECodeVerifier();
    const challenge = await client.calculatePKCECodeChallenge(verifier);
    const asked = ask(op.first, { code_challenge: challenge, code_challenge_method: 'S256' });
    const arrival = await (await op.agent()).open(asked.url);
    expect((await redeem(op.first, arrival, asked, verifier)).id_token).toBeDefined();
  },
  'oidcc-codereuse': async (op) => {
    const { arrival, asked } = await flow(op.first, await op.agent());
    expect(await errorOf(redeem(op.first, arrival, asked))).toBe('invalid_grant');
  },
  'oidcc-codereuse-30seconds': async (op) => {
    const { arrival, asked, tokens, claims } = await flow(op.first, await op.agent());
    op.later(30);
    expect(await errorOf(redeem(op.first, arrival, asked))).toBe('invalid_grant');
    const userinfo = client.fetchUserInfo(op.first, tokens.access_token, claims.sub);
    await expect(userinfo).rejects.toMatchObject({ status: 401 });
  },
  'oidcc-refresh-token': async (op) => {
    const own = { scope: 'openid offline_access', prompt: 'consent' };
    const { tokens, claims } = await flow(op.first, await op.agent(), own);
    const refreshed = await client.refreshTokenGrant(op.first, String(tokens.refresh_token));
    const again = refreshed.claims();
    expect(again).toMatchObject({ iss: claims.iss, sub: claims.sub, aud: claims.aud });
    expect(again?.iat).toBeGreaterThanOrEqual(claims.iat);
    expect(refreshed.access_token).not.toBe(tokens.access_token);
    expect(await client.fetchUserInfo(op.first, refreshed.access_token, claims.sub)).toBeDefined();
    const other = await flow(op.second, await op.agent(), own);
    const stolen = client.refreshTokenGrant(op.first, String(other.tokens.refresh_token));
    expect(await errorOf(stolen)).toBe('invalid_grant');
  },
  'oidcc-ensure-registered-redirect-uri': async (op) => {
    const { url } = ask(op.first, { redirect_uri: `${op.rp.callback}/other` });
    const { wasAsked, text, status, url: rest } = await (await op.agent()).open(url);
    expect({ wasAsked, status, origin: rest.origin }).toEqual({ wasAsked: false, status: 400, origin: op.app.url });
    expect(text).toContain('redirect_uri');
  },
} satisfies Record<string, Module>;
