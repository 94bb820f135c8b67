import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { signIn } from '../../console/world/browser.ts';
import { password } from '../../harness/world.ts';
import { anEnrolled, button, codeNow, heading } from '../factors/people.ts';
import { atService, openSamlPages, type SamlPages } from './pages.ts';

let pages: SamlPages;
beforeAll(async () => {
  pages = await openSamlPages();
  await pages.change({ enableSigninSession: true, displayName: 'Shop' });
});
afterAll(() => pages?.stop());

test('a person signs in at a service provider, and the second visit shows no page', async () => {
  const saml = await pages.library();
  const { page, brought, complaints } = await pages.visit();
  await page.goto(await saml.getAuthorizeUrlAsync('deep/link?a=1&b="2"', undefined, {}));
  await button(page, 'Sign In').waitFor();
  expect(await findings(page)).toEqual([]);
  await signIn(page, 'alice', password);
  await atService(page);
  expect(brought).toMatchObject([{ method: 'POST', fields: { RelayState: 'deep/link?a=1&b="2"' } }]);
  const { profile } = await saml.validatePostResponseAsync(brought[0]?.fields ?? {});
  expect(profile?.nameID).toBe('alice@acme.example');

  await page.goto(await saml.getAuthorizeUrlAsync('', undefined, {}));
  await atService(page);
  expect((await saml.validatePostResponseAsync(brought[1]?.fields ?? {})).profile?.nameID).toBe('alice@acme.example');
  expect(complaints).toEqual([]);
});

test('S28 a person with a second factor proves it first, and the service provider learns that', async () => {
  const { name, secret } = await anEnrolled(pages);
  await pages.serviceProvider({ nameIdFormat: 'unspecified' });
  const saml = await pages.library({ identifierFormat: null });
  const { page, brought } = await pages.visit();
  await page.goto(await saml.getAuthorizeUrlAsync('', undefined, {}));
  await signIn(page, name, password);
  await heading(page, 'Second factor');
  expect(brought).toEqual([]);
  await page.getByLabel('Code', { exact: true }).fill(codeNow(secret, 1));
  await button(page, 'Confirm').click();
  await atService(page);
  const { profile } = await saml.validatePostResponseAsync(brought[0]?.fields ?? {});
  expect(profile?.nameID).toBe(name);
  expect(Buffer.from(brought[0]?.fields.SAMLResponse ?? '', 'base64').toString()).toContain(
    'https://refeds.org/profile/mfa',
  );
  await pages.serviceProvider({});
});

test('S46 a service provider that nobody registered gets nothing, and the visitor reads why', async () => {
  const saml = await pages.library({ issuer: 'https://evil.example' });
  const { page, brought } = await pages.visit();
  await page.goto(await saml.getAuthorizeUrlAsync('', undefined, {}));
  await page.getByText('https://evil.example is not registered at this application').waitFor();
  expect(brought).toEqual([]);
});
