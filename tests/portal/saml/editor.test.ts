import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import type { Visitor } from '../../console/world/browser.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { enter } from '../world/portal-pages.ts';
import { openSamlPages, type SamlPages } from './pages.ts';

let pages: SamlPages;
let visitor: Visitor;
beforeAll(async () => {
  pages = await openSamlPages();
  visitor = await pages.browser.visit(pages.app.url, { viewport: { width: 1500, height: 1200 } });
  const { page } = visitor;
  await enter(page, 'admin', 'built-in', adminPassword);
});
afterAll(() => pages?.stop());
afterEach(() => expect(visitor.complaints.splice(0)).toEqual([]));

const button = (name: string) => visitor.page.getByRole('button', { name, exact: true });
const shownIn = (label: string) => visitor.page.getByLabel(label, { exact: true }).inputValue();
const stored = async () =>
  (await pages.root.get('get-application', { id: 'admin/shop' })).body.data.samlServiceProviders;

test('the tab Protocols shows what a service provider needs, to copy', async () => {
  const { page, atRest } = visitor;
  await page.goto('/applications/shop?tab=protocols');
  await expect.poll(() => shownIn('SAML metadata URL')).toContain('/api/saml/metadata?application=admin%2Fshop');
  const metadata = await (await fetch(await shownIn('SAML metadata URL'))).text();
  expect(metadata).toContain(`entityID="${await shownIn('Entity ID')}"`);
  expect(metadata).toContain(`Location="${await shownIn('Sign-on URL')}"`);
  expect(metadata).toContain(`Location="${await shownIn('Sign-out URL')}"`);
  await page.getByText('-----BEGIN CERTIFICATE-----').waitFor();
  for (const name of ['SAML metadata URL', 'Entity ID', 'Sign-on URL', 'Sign-out URL', 'Certificate', 'SAML metadata'])
    await button(`Copy: ${name}`).waitFor();
  await atRest();
  expect(await findings(page)).toEqual([]);
});

test('pasted metadata of a service provider fill the list, which is then saved', async () => {
  const { page } = visitor;
  const library = await pages.library({ issuer: 'https://pasted.example' });
  await page.getByLabel('Metadata as XML').fill(library.generateServiceProviderMetadata(null));
  await button('Read the text').click();
  await page.getByText('The form has the values of https://pasted.example').first().waitFor();
  expect(await stored()).toHaveLength(1);
  await button('Save').click();
  await expect
    .poll(stored)
    .toMatchObject([{}, { entityId: 'https://pasted.example', acsUrls: ['https://sp.example/acs'] }]);
  // Many values beside a name would leave no room for it.
  const name = await page
    .getByRole('button', { name: /pasted\.example/ })
    .first()
    .boundingBox();
  expect(name?.height).toBeLessThan(80);
});
