import type { Application } from '@doorwright/crds/kinds/application.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminPassword } from '../../harness/database/template.ts';
import { password } from '../../harness/world.ts';
import { asPageAsks, careful, createProtocolWorld, type ProtocolWorld } from '../world.ts';

let world: ProtocolWorld;
let alone: Application;
let joined: Application;
beforeAll(async () => {
  world = await createProtocolWorld();
  alone = await world.application('alone', {});
  joined = await world.application('joined', { enableSigninSession: true });
});
afterAll(() => world.app.stop());

/** Where the authorization endpoint sends the browser of a user. */
async function endFor(application: Application, own: Record<string, string> = {}, user = ['acme', 'alice', password]) {
  const browser = await world.app.signedIn(...(user as [string, string, string]));
  const { request } = await careful(await world.relyingParty(application), own);
  const { headers } = await browser.get(request.pathname + request.search);
  return { browser, end: new URL(String(headers.get('location')), world.app.url) };
}

const isCode = expect.stringMatching(/./);

describe('35.24 an application without a single sign-on session', () => {
  test('opens the page to a user of its organization, who goes on with one press', async () => {
    const { browser, end } = await endFor(alone);
    expect([end.origin, end.pathname]).toEqual([world.app.url, '/login/oauth/authorize']);
    const query = asPageAsks(end);
    const { clientId = '', interaction = '' } = query;
    const asked = await browser.get('get-app-login', { ...query, clientId, interaction });
    expect(asked.body.data2).toMatchObject({ prompt: 'continue' });
    const pressed = await browser.post('login', { type: 'code', account: 'acme/alice' }, { query });
    expect(pressed.body).toMatchObject({ status: 'ok', data2: expect.stringContaining('code=') });
    // Each visit is a press of its own.
    expect((await endFor(alone)).end.searchParams.has('interaction')).toBe(true);
  });

  test('gets its code at once with prompt=none, which allows no page', async () => {
    const { end } = await endFor(alone, { prompt: 'none' });
    expect([end.origin, end.searchParams.get('code')]).toEqual(['https://app.example', isCode]);
  });

  test('gets people of the platform at once, because its page does not offer their account', async () => {
    const { end } = await endFor(alone, {}, ['built-in', 'admin', adminPassword]);
    expect(end.searchParams.get('code')).toEqual(isCode);
  });
});

test('35.24 an application with a single sign-on session gets its code without a page', async () => {
  expect((await endFor(joined)).end.searchParams.get('code')).toEqual(isCode);
});

test('35.25 a silent request opens the page, which tells the page around it', async () => {
  const { end } = await endFor(joined, { silentSignin: '1' });
  expect([end.pathname, end.searchParams.get('silentSignin')]).toEqual(['/login/oauth/authorize', '1']);
  expect(end.searchParams.has('interaction')).toBe(true);
});
