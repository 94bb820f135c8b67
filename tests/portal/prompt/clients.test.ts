import { randomUUID } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import * as client from 'openid-client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { add, password } from '../../harness/world.ts';
import { item } from '../world/pages-world.ts';
import { arrival, enter, openPortal, type PortalPages, requestOf } from '../world/portal-pages.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal?.stop());

/** An application that asks for the affiliation after sign-in. */
const asking = (own: object = {}): Promise<Application> =>
  portal.application(`asking-${randomUUID().slice(0, 8)}`, {
    signupItems: [item('Affiliation', { visible: false, required: false, prompted: true, rule: 'None' })],
    ...own,
  } as never);

async function aUser(): Promise<string> {
  const name = `user-${randomUUID().slice(0, 8)}`;
  await add(portal.root, 'user', { owner: 'acme', name, displayName: name, password });
  return name;
}

/** Answers the prompt, which comes before the client gets anything. */
async function answer(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'A few more details' }).waitFor();
  await page.getByLabel('Affiliation', { exact: true }).fill('Acme Ltd');
  await page.getByRole('button', { name: 'Submit and complete' }).click();
}

describe('The prompt page comes before', () => {
  test('the answer to a client of OpenID Connect, which then gets everything that it asked for', async () => {
    const application = await asking();
    const rp = await portal.relyingParty(application);
    const [verifier, nonce, state] = [client.randomPKCECodeVerifier(), client.randomNonce(), client.randomState()];
    const request = client.buildAuthorizationUrl(rp, {
      ...{ redirect_uri: String(application.redirectUris[0]), scope: 'openid profile', nonce, state },
      ...{ code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
    });
    const name = await aUser();
    const { page } = await portal.visit();
    await page.goto(request.pathname + request.search);
    await signIn(page, name, password);
    await answer(page);
    const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state };
    const tokens = await client.authorizationCodeGrant(rp, await arrival(page), checks);
    expect(tokens.claims()).toMatchObject({ nonce });
    expect((await client.fetchUserInfo(rp, tokens.access_token, client.skipSubjectCheck)).name).toBe(name);
  });

  test('the connection of a device', async () => {
    const application = await asking({ oauthFeatures: ['device_authorization'], clientType: 'public' });
    const rp = await portal.relyingParty(application);
    const device = await client.initiateDeviceAuthorization(rp, { scope: 'openid' });
    const { page } = await portal.visit();
    await page.goto(String(device.verification_uri_complete));
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await signIn(page, await aUser(), password);
    await answer(page);
    await page.getByRole('heading', { level: 1, name: 'The device is connected' }).waitFor();
    expect((await client.pollDeviceAuthorizationGrant(rp, device)).access_token).toMatch(/./);
  });

  test('the answer for a session from another application', async () => {
    const [application, name] = [await asking({ enableSigninSession: true }), await aUser()];
    const { page } = await portal.visit();
    await enter(page, name);
    const silent = await page.request.get(requestOf(application, { prompt: 'none' }), { maxRedirects: 0 });
    expect(new URL(String(silent.headers().location)).searchParams.get('error')).toBe('interaction_required');
    await page.goto(requestOf(application));
    await page.getByRole('button', { name: `${name} (${name})` }).click();
    await answer(page);
    expect((await arrival(page)).searchParams.get('code')).toMatch(/./);
  });

  test('the connection of a device by a user who is signed in already', async () => {
    const application = await asking({
      ...{ oauthFeatures: ['device_authorization'], clientType: 'public', enableSigninSession: true },
    });
    const rp = await portal.relyingParty(application);
    const device = await client.initiateDeviceAuthorization(rp, { scope: 'openid' });
    const name = await aUser();
    const { page } = await portal.visit();
    await enter(page, name);
    await page.goto(String(device.verification_uri_complete));
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('button', { name: `${name} (${name})` }).click();
    await answer(page);
    await page.getByRole('heading', { level: 1, name: 'The device is connected' }).waitFor();
    expect((await client.pollDeviceAuthorizationGrant(rp, device)).access_token).toMatch(/./);
  });
});
