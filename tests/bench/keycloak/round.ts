import assert from 'node:assert/strict';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../console/world/browser.ts';
import type { Keycloak } from '../../harness/keycloak/distribution.ts';
import { add } from '../../harness/world.ts';
import { requestOf } from '../../portal/world/portal-pages.ts';
import { startServer } from '../server.ts';
import { idpInitiatedName, makeRealm, oidcClient, person } from './realm.ts';

const home = 'https://app.example/start';
const slow = 120_000;
const loopback = { DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8', DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8' };

/** Signs in on the page of Keycloak. */
async function signInAtKeycloak(page: Page): Promise<void> {
  // Our own page has fields of the same names.
  await page.waitForURL(/\/realms\//);
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
  const [server, browser] = await Promise.all([startServer({ settings: loopback }), openBrowser()]);
  const { root, url } = server;
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
  const issuer = `${keycloak.url}/realms/${realm}`;
  await add(root, 'provider', {
    ...{ name: 'kc-openid', category: 'OAuth', type: 'OpenID Connect', displayName: 'Keycloak OpenID' },
    ...{ issuerUrl: issuer, clientId: oidcClient.clientId, clientSecret: oidcClient.secret },
  });
  await add(root, 'provider', {
    ...{ name: 'kc-saml', category: 'SAML', type: 'Keycloak', displayName: 'Keycloak SAML' },
    ...{ enableSignAuthnRequest: true, allowUnsolicited: true },
  });
  const metadata = await (await fetch(`${url}/api/saml/sp-metadata?provider=kc-saml`)).text();
  await makeRealm(keycloak, { realm, callback: `${url}/callback/oauth/kc-openid`, metadata });
  const applicationFor = async (name: string, provider: string) => {
    await add(root, 'application', {
      ...{ name, organization: 'acme', cert: 'cert-built-in', enableSignUp: true, homepageUrl: home },
      ...{ redirectUris: ['https://app.example/callback'], grantTypes: ['authorization_code'] },
      providers: [{ name: provider }],
    });
    return (await root.get('get-application', { id: `admin/${name}` })).body.data as Application;
  };
  const openId = await applicationFor('shop-openid', 'kc-openid');
  const saml = await applicationFor('shop-saml', 'kc-saml');
  const provider = async () => (await root.get('get-provider', { id: 'admin/kc-saml' })).body.data;

  /** A fresh browser profile, in which the client answers. */
  async function visit() {
    const visitor = await browser.visit(url);
    visitor.page.setDefaultTimeout(slow);
    await visitor.context.route('https://app.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>client</title>' }),
    );
    return visitor;
  }

  /** From the client's request to its code, in a fresh browser. */
  async function enter(
    application: Application,
    button: string,
    onPost: (body: string, url: string) => void = () => {},
  ) {
    const { page, context } = await visit();
    page.on('request', (request) => onPost(request.postData() ?? '', request.url()));
    await page.goto(requestOf(application));
    await page.getByRole('button', { name: button, exact: true }).click();
    await signInAtKeycloak(page);
    await page.waitForURL('https://app.example/**').catch(async (error) => {
      // The page says more than the time.
      const text = (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ').slice(0, 300);
      throw new Error(`${page.url().slice(0, 120)} shows: ${text}`, { cause: error });
    });
    assert.match(new URL(page.url()).searchParams.get('code') ?? '', /./);
    await context.close();
  }
  const usersOf = async (name: string) => {
    const { data } = (await root.get('get-users', { owner: 'acme' })).body;
    return (data as User[]).filter(({ signupApplication }) => signupApplication === name);
  };

  const parts: Record<string, () => Promise<void>> = {
    async 'OpenID Connect by the issuer address alone: sign-up, and sign-in again'() {
      await enter(openId, 'Continue with Keycloak OpenID');
      await enter(openId, 'Continue with Keycloak OpenID');
      const [user, second] = await usersOf('shop-openid');
      assert.equal(second, undefined);
      assert.deepEqual([user?.name, user?.email, user?.emailVerified], ['nora', person.email, true]);
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
      await enter(saml, 'Continue with Keycloak SAML', note);
      assert.deepEqual(seen, ['signed request', 'encrypted assertion']);
      await enter(saml, 'Continue with Keycloak SAML');
      const users = await usersOf('shop-saml');
      assert.equal(users.length, 1);
    },
    async 'SAML with a signed request as a form (POST)'() {
      await root.post('update-provider', { requestBinding: 'POST' }, { query: { id: 'admin/kc-saml' } });
      let form = '';
      await enter(saml, 'Continue with Keycloak SAML', (body) => {
        form ||= new URLSearchParams(body).get('SAMLRequest') ?? '';
      });
      assert.ok(Buffer.from(form, 'base64').includes('SignatureValue'), 'the form has a signature');
    },
    async 'SAML that Keycloak begins asks first, and signs in'() {
      const { page, context } = await visit();
      await page.goto(`${issuer}/protocol/saml/clients/${idpInitiatedName}`);
      await signInAtKeycloak(page);
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await page.waitForURL(home);
      await context.close();
    },
    async 'SAML with an unsigned request is refused by Keycloak'() {
      await root.post('update-provider', { enableSignAuthnRequest: false }, { query: { id: 'admin/kc-saml' } });
      const { page, context } = await visit();
      await page.goto(requestOf(saml));
      await page.getByRole('button', { name: 'Continue with Keycloak SAML', exact: true }).click();
      await page
        .getByText(/invalid requester/i)
        .first()
        .waitFor();
      await context.close();
    },
  };
  const stop = async () => {
    await browser.close();
    await server.stop();
  };
  return { parts, stop };
}
