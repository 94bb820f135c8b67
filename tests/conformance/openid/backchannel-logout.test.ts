import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complete, confirm, expectSignedOut, signedIn, signOut } from './logout.ts';
import { type Module, type Op, startOp } from './op.ts';
import { type ModuleOf, plans } from './plans.ts';

const modules: Record<ModuleOf<'backchannel'>, Module> = {
  'oidcc-backchannel-logout-discovery-endpoint-verification': async (op) => {
    expect(op.first.serverMetadata()).toMatchObject({
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      end_session_endpoint: `${op.app.url}/api/login/oauth/logout`,
    });
  },
  'oidcc-backchannel-rp-initiated-logout': async (op) => {
    const { agent, tokens, claims } = await signedIn(op);
    await signOut(op, agent, complete(op, tokens));
    await confirm(agent);
    await agent.page.waitForURL(`${op.rp.afterLogout}?state=state-of-logout`);
    await expect.poll(() => op.rp.told.length).toBe(1);
    const [{ type, body } = { type: '', body: new URLSearchParams() }] = op.rp.told;
    expect(type).toMatch(/^application\/x-www-form-urlencoded/);
    expect([...body.keys()]).toEqual(['logout_token']);
    const keys = createRemoteJWKSet(new URL(String(op.first.serverMetadata().jwks_uri)));
    const token = await jwtVerify(String(body.get('logout_token')), keys, {
      issuer: op.app.url,
      audience: op.first.clientMetadata().client_id,
      typ: 'logout+jwt',
    });
    expect(token.protectedHeader.alg).toBe('RS256');
    expect(token.payload).toMatchObject({
      sub: claims.sub,
      sid: claims.sid,
      jti: expect.any(String),
      iat: expect.any(Number),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    expect(token.payload).not.toHaveProperty('nonce');
    await expectSignedOut(op, agent);
  },
};

let op: Op;
beforeAll(async () => {
  op = await startOp();
}, 180_000);
afterAll(() => op?.stop());

test.each(plans.backchannel)('%s', (name) => modules[name](op));
