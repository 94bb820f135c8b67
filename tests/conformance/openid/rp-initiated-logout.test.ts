import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complete, confirm, expectSignedOut, expectStayed, type SigningOut, signedIn, signOut } from './logout.ts';
import { type Module, type Op, startOp } from './op.ts';
import { type ModuleOf, plans } from './plans.ts';

type Bend = (sent: Required<SigningOut>, op: Op) => SigningOut | Promise<SigningOut>;

/** Signs the user out, and sends them back to the application with its state. */
const leadsBack =
  (bend: Bend, state: string | null): Module =>
  async (op) => {
    const { agent, tokens } = await signedIn(op);
    await signOut(op, agent, await bend(complete(op, tokens), op));
    await confirm(agent);
    await agent.page.waitForURL(`${op.rp.afterLogout}*`);
    const rest = new URL(agent.page.url());
    expect(rest.searchParams.get('state')).toBe(state);
    await expectSignedOut(op, agent);
  };

/** Signs the user out, and shows that on the server's own page. */
const staysHere =
  (bend: Bend): Module =>
  async (op) => {
    const { agent, tokens } = await signedIn(op);
    await signOut(op, agent, await bend(complete(op, tokens), op));
    await confirm(agent);
    await agent.page.getByText('Signed out').first().waitFor();
    await expectSignedOut(op, agent);
  };

/** Does not trust the request: it neither signs the user out nor sends them to the application. */
const refuses =
  (bend: Bend): Module =>
  async (op) => {
    const { agent, tokens } = await signedIn(op);
    const { url, status } = await signOut(op, agent, await bend(complete(op, tokens), op));
    expect(status).toBeGreaterThanOrEqual(200);
    await expectStayed(op, agent, url);
  };

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');

const modules: Record<ModuleOf<'rp-initiated-logout'>, Module> = {
  'oidcc-rp-initiated-logout-discovery-endpoint-verification': async (op) => {
    expect(op.first.serverMetadata().end_session_endpoint).toBe(`${op.app.url}/api/login/oauth/logout`);
  },
  'oidcc-rp-initiated-logout': leadsBack((sent) => sent, 'state-of-logout'),
  'oidcc-rp-initiated-logout-no-state': leadsBack(({ idToken, to }) => ({ idToken, to }), null),
  'oidcc-rp-initiated-logout-no-params': staysHere(() => ({})),
  'oidcc-rp-initiated-logout-no-post-logout-redirect-uri': staysHere(({ idToken, state }) => ({ idToken, state })),
  'oidcc-rp-initiated-logout-only-state': staysHere(({ state }) => ({ state })),
  'oidcc-rp-initiated-logout-no-id-token-hint': refuses(({ to, state }) => ({ to, state })),
  'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri': refuses((sent) => ({
    ...sent,
    to: 'https://nowhere.example/not_registered',
  })),
  'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri': refuses((sent, op) => ({
    ...sent,
    to: `${op.rp.afterLogout}?foo=bar`,
  })),
  'oidcc-rp-initiated-logout-modified-id-token-hint': refuses((sent) => ({
    ...sent,
    idToken: `${part({ alg: 'none' })}.${sent.idToken.split('.')[1]}.`,
  })),
  'oidcc-rp-initiated-logout-bad-id-token-hint': refuses(async (sent) => {
    const { privateKey } = await generateKeyPair('RS256');
    const claims = JSON.parse(Buffer.from(String(sent.idToken.split('.')[1]), 'base64url').toString());
    const idToken = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'ours' }).sign(privateKey);
    return { ...sent, idToken };
  }),
};

let op: Op;
beforeAll(async () => {
  op = await startOp();
}, 180_000);
afterAll(() => op?.stop());

test.each(plans['rp-initiated-logout'])('%s', (name) => modules[name](op));
