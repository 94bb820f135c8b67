import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { add } from '../../harness/world.ts';
import { openPortal, requestOf } from '../../portal/world/portal-pages.ts';
import type { Keycloak } from './distribution.ts';
import { idpInitiatedName, makeRealm, oidcClient, person } from './realm.ts';

const home = 'https://app.example/start';
const slow = 120_000;
const loopback = { DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8', DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8' };

/** Signs in on the page of Keycloak. */
async function signInAtKeycloak(page: Page): Promise<void> {
  await page.locator('#username').fill(person.username);
  await page.locator('#password').fill(person.password);
  await page.locator('#kc-login').click();
}

async function until<T>(read: () => Promise<T>, isGood: (value: T) => boolean): Promise<T> {
  const end = Date.now() + slow;
  for (;;) {
    const value = await read();
    if (isGood(value) || Date.now() > end) return value;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Our server with a provider of each protocol for one realm of Keycloak, and a browser. */
export async function openRound(keycloak: Keycloak, realm: string) {
  const portal = await openPortal({ settings: loopback });
  const { app, root } = portal;
  const issuer = `${keycloak.url}/realms/${realm}`;
  await add(root, 'provider', {
    ...{ name: 'kc-openid', category: 'OAuth', type: 'OpenID Connect', displayName: 'Keycloak OpenID' },
    ...{ issuerUrl: issuer, clientId: oidcClient.clientId, clientSecret: oidcClient.secret },
  });
  await add(root, 'provider', {
    ...{ name: 'kc-saml', category: 'SAML', type: 'Keycloak', displayName: 'Keycloak SAML' },
    ...{ enableSignAuthnRequest: true, allowUnsolicited: true },
  });
  const metadata = await (await fetch(`${app.url}/api/saml/sp-metadata?provider=kc-saml`)).text();
  await makeRealm(keycloak, { realm, callback: `${app.url}/callback/oauth/kc-openid`, metadata });
  const applicationFor = (name: string, provider: string) =>
    portal.application(name, { enableSignUp: true, homepageUrl: home, providers: [{ name: provider }] as never });
  const openId = await applicationFor('shop-openid', 'kc-openid');
  const saml = await applicationFor('shop-saml', 'kc-saml');
  const provider = async () => (await root.get('get-provider', { id: 'admin/kc-saml' })).body.data;

  /** From the client's request to its code, in a fresh browser. */
  async function enter(
    application: typeof saml,
    button: string,
    onPost: (body: string, url: string) => void = () => {},
  ) {
    const { page, context } = await portal.visit();
    page.setDefaultTimeout(slow);
    page.on('request', (request) => onPost(request.postData() ?? '', request.url()));
    await page.goto(requestOf(application));
    await page.getByRole('button', { name: button, exact: true }).click();
    await signInAtKeycloak(page);
    await page.waitForURL('https://app.example/**');
    assert.match(new URL(page.url()).searchParams.get('code') ?? '', /./);
    await context.close();
  }
  const usersOf = (name: string) => app.db('users').where({ signup_application: name });

  const parts: Record<string, () => Promise<void>> = {
    async 'OpenID Connect by the issuer address alone: sign-up, and sign-in again'() {
      await enter(openId, 'Sign in with Keycloak OpenID');
      await enter(openId, 'Sign in with Keycloak OpenID');
      const [user, second] = await usersOf('shop-openid');
      assert.equal(second, undefined);
      assert.deepEqual([user.name, user.email, user.email_verified], ['nora', person.email, true]);
    },
    async 'SAML metadata from their address fill the provider'() {
      await root.post(
        'update-provider',
        { metadataUrl: `${issuer}/protocol/saml/descriptor` },
        { query: { id: 'admin/kc-saml' } },
      );
      const read = await until(provider, ({ metadataState, idP }) => Boolean(metadataState?.readTime && idP));
      assert.equal(read.metadataState.problem, '');
      assert.deepEqual([read.issuerUrl, read.endpoint], [issuer, `${issuer}/protocol/saml`]);
      assert.match(read.idP, /BEGIN CERTIFICATE/);
    },
    async 'SAML with a signed request (redirect) and an encrypted assertion: sign-up, and sign-in again'() {
      const seen: string[] = [];
      const note = (body: string, url: string) => {
        if (url.includes('SigAlg=')) seen.push('signed request');
        const response = new URLSearchParams(body).get('SAMLResponse');
        if (response && Buffer.from(response, 'base64').includes('EncryptedAssertion'))
          seen.push('encrypted assertion');
      };
      await enter(saml, 'Sign in with Keycloak SAML', note);
      assert.deepEqual(seen, ['signed request', 'encrypted assertion']);
      await enter(saml, 'Sign in with Keycloak SAML');
      const users = await usersOf('shop-saml');
      assert.equal(users.length, 1);
    },
    async 'SAML with a signed request as a form (POST)'() {
      await root.post('update-provider', { requestBinding: 'POST' }, { query: { id: 'admin/kc-saml' } });
      let form = '';
      await enter(saml, 'Sign in with Keycloak SAML', (body) => {
        form ||= new URLSearchParams(body).get('SAMLRequest') ?? '';
      });
      assert.ok(Buffer.from(form, 'base64').includes('SignatureValue'), 'the form has a signature');
    },
    async 'SAML that Keycloak begins asks first, and signs in'() {
      const { page, context } = await portal.visit();
      page.setDefaultTimeout(slow);
      await page.goto(`${issuer}/protocol/saml/clients/${idpInitiatedName}`);
      await signInAtKeycloak(page);
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await page.waitForURL(home);
      await context.close();
    },
    async 'SAML with an unsigned request is refused by Keycloak'() {
      await root.post('update-provider', { enableSignAuthnRequest: false }, { query: { id: 'admin/kc-saml' } });
      const { page, context } = await portal.visit();
      page.setDefaultTimeout(slow);
      await page.goto(requestOf(saml));
      await page.getByRole('button', { name: 'Sign in with Keycloak SAML', exact: true }).click();
      await page
        .getByText(/invalid requester/i)
        .first()
        .waitFor();
      await context.close();
    },
  };
  return { parts, stop: () => portal.stop() };
}
