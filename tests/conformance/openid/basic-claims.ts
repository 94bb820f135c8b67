import * as client from 'openid-client';
import { expect } from 'vitest';
import { flow, type Module, type Op } from './op.ts';

/** The answer of userinfo to an application that requested these scopes. */
async function userinfo(op: Op, scope: string, own: Record<string, string> = {}) {
  const { tokens, claims } = await flow(op.first, await op.agent(), { scope, ...own });
  return client.fetchUserInfo(op.first, tokens.access_token, claims.sub);
}

/** Calls userinfo with the token in one of the allowed places. */
const carried =
  (carry: (token: string) => RequestInit): Module =>
  async (op) => {
    const { tokens, claims } = await flow(op.first, await op.agent());
    const endpoint = String(op.first.serverMetadata().userinfo_endpoint);
    const answer = await fetch(endpoint, carry(tokens.access_token));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await answer.json()).toMatchObject({ sub: claims.sub });
  };

const profile = {
  name: 'Alice Liddell',
  preferred_username: 'alice',
  picture: 'https://acme.example/alice.png',
  website: 'https://alice.example',
  locale: 'en',
  updated_at: expect.any(Number),
};
const email = { email: 'alice@acme.example', email_verified: false };
const address = { address: { formatted: 'Oxford' } };
const phone = { phone_number: '13800138000', phone_number_verified: false };

const scoped =
  (scope: string, told: object): Module =>
  async (op) => {
    const { sub, ...claims } = await userinfo(op, `openid ${scope}`);
    expect(sub).toBeTruthy();
    expect(claims).toMatchObject(told);
    for (const other of [profile, email, address, phone].filter(
      (part) => !Object.keys(part).every((key) => key in told),
    ))
      for (const key of Object.keys(other)) expect(claims).not.toHaveProperty(key);
  };

/** Claims about the user, by request. */
export const claims = {
  'oidcc-userinfo-get': carried((token) => ({ headers: { Authorization: `Bearer ${token}` } })),
  'oidcc-userinfo-post-header': carried((token) => ({ method: 'POST', headers: { Authorization: `Bearer ${token}` } })),
  'oidcc-userinfo-post-body': carried((access_token) => ({
    method: 'POST',
    body: new URLSearchParams({ access_token }),
  })),
  'oidcc-scope-profile': scoped('profile', profile),
  'oidcc-scope-email': scoped('email', email),
  'oidcc-scope-address': scoped('address', address),
  'oidcc-scope-phone': scoped('phone', phone),
  'oidcc-scope-all': scoped('profile email address phone', { ...profile, ...email, ...address, ...phone }),
  'oidcc-claims-essential': async (op) => {
    const asked = JSON.stringify({ userinfo: { name: { essential: true } } });
    expect(await userinfo(op, 'openid', { claims: asked })).toMatchObject({ name: 'Alice Liddell' });
  },
  'oidcc-claims-locales': async (op) => {
    expect(await userinfo(op, 'openid profile', { claims_locales: 'se' })).toMatchObject({ name: 'Alice Liddell' });
  },
} satisfies Record<string, Module>;
