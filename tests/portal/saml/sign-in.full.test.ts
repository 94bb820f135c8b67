import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { password } from '../../harness/world.ts';
import { atService, openSamlPages, type SamlPages } from './pages.ts';

let pages: SamlPages;
beforeAll(async () => {
  pages = await openSamlPages();
  await pages.change({ enableSigninSession: true, displayName: 'Shop' });
});
afterAll(() => pages?.stop());

test('a service provider that posts its request gets the same', async () => {
  const saml = await pages.library({ disableRequestedAuthnContext: true });
  const { page, brought, context } = await pages.visit();
  const form = await saml.getAuthorizeFormAsync('posted');
  await context.route('https://sp.example/begin', (route) => route.fulfill({ contentType: 'text/html', body: form }));
  await page.goto('https://sp.example/begin');
  await signIn(page, 'alice', password);
  await atService(page);
  const posted = brought.find(({ method }) => method === 'POST')?.fields ?? {};
  expect(posted.RelayState).toBe('posted');
  expect((await saml.validatePostResponseAsync(posted)).profile?.nameID).toBe('alice@acme.example');
});

test('the page without a request sends the visitor back to the application', async () => {
  const { page } = await pages.visit();
  await page.goto('/login/saml/authorize/admin/shop');
  await page.getByText('Go back to the application, and sign in there again.').waitFor();
});

test('a compressed response travels in the address', async () => {
  await pages.change({ enableSamlCompress: true });
  const { page, brought } = await pages.visit();
  const saml = await pages.library();
  await page.goto(await saml.getAuthorizeUrlAsync('kept', undefined, {}));
  await signIn(page, 'alice', password);
  await atService(page);
  expect(brought).toMatchObject([{ method: 'GET', fields: { RelayState: 'kept' } }]);
  const { inflateRawSync } = await import('node:zlib');
  const xml = inflateRawSync(Buffer.from(brought[0]?.fields.SAMLResponse ?? '', 'base64')).toString();
  const SAMLResponse = Buffer.from(xml).toString('base64');
  expect((await saml.validatePostResponseAsync({ SAMLResponse })).profile?.nameID).toBe('alice@acme.example');
  await pages.change({ enableSamlCompress: false });
});
