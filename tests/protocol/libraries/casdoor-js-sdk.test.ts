import type { Application } from '@doorwright/crds/kinds/application.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, openBrowser, signIn, type Visitor } from '../../console/world/browser.ts';
import { underWay } from '../../harness/under-way.ts';
import { password } from '../../harness/world.ts';
import { createProtocolWorld, type ProtocolWorld } from '../world.ts';
import { startSdkPage } from './sdk-page.ts';

let world: ProtocolWorld;
let browser: Browser;
let own: Awaited<ReturnType<typeof startSdkPage>>;
let alone: Application;
let served: Application;
/** The application of the page: a public one with PKCE, or one whose server has the secret. */
let shown: Application;

beforeAll(async () => {
  [world, browser] = await Promise.all([createProtocolWorld(), openBrowser()]);
  own = await startSdkPage({
    serverUrl: () => world.app.url,
    clientId: () => shown.clientId,
    signin: async (code) => {
      const { clientId: client_id, clientSecret: client_secret } = served;
      const form = { grant_type: 'authorization_code', code, client_id, client_secret };
      const { body } = await world.app.anonymous.post('/api/login/oauth/access_token', form);
      return { status: 'ok', token: (body as unknown as { access_token: string }).access_token };
    },
  });
  const settings = { redirectUris: [`${own.url}/callback`], enableSigninSession: true };
  alone = await world.application('app-sdk', { ...settings, clientType: 'public' });
  served = await world.application('app-sdk-served', settings);
}, 120_000);
afterAll(async () => {
  own?.stop();
  await browser?.close();
  await world?.app.stop();
});

interface Tokens {
  access_token: string;
  refresh_token: string;
}

const run = async <T>({ page }: Visitor, code: string): Promise<T> => (await page.evaluate(code)) as T;

async function visitor(application: Application): Promise<Visitor> {
  shown = application;
  const visit = await browser.visit(own.url);
  await visit.page.goto('/');
  return visit;
}

/** Signs alice in through the page that the SDK opens. */
async function arrive(visit: Visitor, leave: string): Promise<void> {
  const { page } = visit;
  await page.evaluate(leave);
  await signIn(page, 'alice', password);
  await page.waitForURL(`${own.url}/callback?*`);
}

describe('Casdoor’s library for pages, unchanged', () => {
  test('signs a user in with PKCE, reads their claims and the token, and refreshes', async () => {
    const visit = await visitor(alone);
    await arrive(visit, 'sdk.signin_redirect()');
    const tokens = await run<Tokens>(visit, 'sdk.exchangeForAccessToken()');
    expect(tokens).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });
    const read = await run<object>(visit, `sdk.parseAccessToken('${tokens.access_token}')`);
    expect(read).toMatchObject({
      header: { alg: 'ES256', kid: 'cert-es256' },
      payload: { owner: 'acme', name: 'alice', aud: [alone.clientId], scope: 'profile' },
    });
    const { payload } = read as { payload: { sub: string } };
    const info = await run(visit, `sdk.getUserInfo('${tokens.access_token}')`);
    expect(info).toMatchObject({ sub: payload.sub, name: 'Alice Liddell', preferred_username: 'alice' });
    expect(info).not.toHaveProperty('email');
    const fresh = await run<Tokens>(visit, `sdk.refreshAccessToken('${tokens.refresh_token}')`);
    expect(await run(visit, `sdk.getUserInfo('${fresh.access_token}')`)).toMatchObject({
      preferred_username: 'alice',
    });
    expect(visit.complaints).toEqual([]);
  });

  test('signs a user in by the application’s own server', async () => {
    const visit = await visitor(served);
    await arrive(visit, 'location.assign(sdk.getSigninUrl())');
    const answer = await run<{ status: string; token: string }>(visit, `sdk.signin('${own.url}')`);
    expect(answer.status).toBe('ok');
    expect((await world.app.client({ Authorization: `Bearer ${answer.token}` }).get('get-account')).body).toMatchObject(
      {
        status: 'ok',
        name: 'alice',
      },
    );
  });

  test('signs a signed-in user in silently', async () => {
    const visit = await visitor(served);
    await arrive(visit, 'location.assign(sdk.getSigninUrl())');
    await visit.page.goto('/');
    const said = await run(
      visit,
      'new Promise((resolve) => sdk.silentSignin(() => resolve("success"), ({ data }) => resolve(data)))',
    );
    expect(said).toBe('success');
    expect(await run(visit, 'sdk.isSilentSigninRequested()')).toBe(false);
    await visit.page.goto('/?silentSignin=1');
    expect(await run(visit, 'sdk.isSilentSigninRequested()')).toBe(true);
  });

  test('signs a user in by a popup, with and without a session', async () => {
    const visit = await visitor(served);
    for (const isKnown of [false, true]) {
      await visit.page.evaluate('sessionStorage.removeItem("token")');
      const opening = underWay(visit.context.waitForEvent('page'));
      await visit.page.evaluate(`void sdk.popupSignin('${own.url}')`);
      const popup = await opening;
      const isDone = isKnown
        ? popup.getByRole('button', { name: 'alice (Alice Liddell)' }).click()
        : signIn(popup, 'alice', password);
      // The window may close during the click.
      await isDone.catch((error) => {
        if (!popup.isClosed()) throw error;
      });
      await expect.poll(() => popup.isClosed()).toBe(true);
      await expect.poll(() => visit.page.evaluate('sessionStorage.getItem("token")')).toMatch(/^ey/);
    }
  });

  test('opens the pages for sign-up and for the own account', async () => {
    const visit = await visitor(served);
    const links = ['getSignupUrl()', 'getSignupUrl(false)', 'getMyProfileUrl()', "getUserProfileUrl('alice')"];
    for (const link of links) {
      const url = new URL(await run<string>(visit, `sdk.${link}`));
      expect(url.origin).toBe(world.app.url);
      const answer = await fetch(url, { headers: { Accept: 'text/html' }, redirect: 'manual' });
      expect([link, answer.status, answer.headers.get('content-type')]).toEqual([
        link,
        200,
        expect.stringContaining('text/html'),
      ]);
    }
  });
});
