import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { type MailServer, mailProvider, startMailServer } from '../../portal/mail/mail-server.ts';
import { askForCode } from '../../portal/world/portal-world.ts';
import { type Services, signInWith, startServices } from '../../services/world.ts';
import { entityId, follow, formIn, registered, xmlOf } from './world.ts';
import { asked, redirectTo, writeRequest } from './write-request.ts';

let services: Services;
let mail: MailServer;
beforeAll(async () => {
  services = await startServices();
  mail = await startMailServer();
  await add(services.root, 'provider', mailProvider('provider_mail', mail));
  await services.change('application', 'admin/shop', {
    ...{ enableCodeSignin: true, enableSigninSession: true },
    providers: ['google', 'provider_mail'].map((name) => ({ name })),
    samlServiceProviders: [registered({ nameIdFormat: 'persistent' })],
  });
}, 120_000);
afterAll(async () => {
  await services?.stop();
  await mail?.stop();
});

const names = 'urn:oasis:names:tc:SAML:2.0:ac:classes:';
const wanting = (wanted: string) =>
  `<samlp:RequestedAuthnContext><saml:AuthnContextClassRef>${names}${wanted}</saml:AuthnContextClassRef></samlp:RequestedAuthnContext>`;

/** The class that a service provider learns of a session, or the status if it learns none. */
async function told(browser: Client, inside = ''): Promise<string | undefined> {
  const page = `${services.app.url}/login/saml/authorize/admin/shop`;
  const xml = xmlOf(formIn((await follow(browser, redirectTo(page, writeRequest(asked(page, { inside }))))).text));
  expect(xml).toContain(entityId.replace('/metadata', ''));
  return /AuthnContextClassRef>([^<]*)</.exec(xml)?.[1] ?? /status:(No\w+)/.exec(xml)?.[1];
}

test('a sign-in with a code by email has the class of a password, which it may be asked for', async () => {
  const browser = services.app.client();
  expect((await askForCode(browser, 'alice@acme.example', { method: 'login' })).status).toBe('ok');
  const code = await mail.codeTo('alice@acme.example');
  const form = { type: 'login', application: 'shop', username: 'alice@acme.example', code };
  expect((await browser.post('login', form)).body.status).toBe('ok');
  expect(await told(browser)).toBe(`${names}PasswordProtectedTransport`);
  expect(await told(browser, wanting('PasswordProtectedTransport'))).toBe(`${names}PasswordProtectedTransport`);
});

test('S28 a sign-in by another service says nothing of a password, and never passes for one', async () => {
  services.google.user = { sub: '1093', name: 'Nora', email: 'nora@post.example', email_verified: true };
  const { browser, body } = await signInWith(services, 'google');
  expect(body).toMatchObject({ status: 'ok' });
  expect(await told(browser)).toBe(`${names}unspecified`);
  expect(await told(browser, wanting('PasswordProtectedTransport'))).toBe('NoAuthnContext');
  expect(await told(browser, wanting('unspecified'))).toBe(`${names}unspecified`);
});
