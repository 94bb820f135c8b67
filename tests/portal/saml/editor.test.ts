import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { signIn, type Visitor } from '../../console/world/browser.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { openSamlPages, type SamlPages } from './pages.ts';

let pages: SamlPages;
let visitor: Visitor;
beforeAll(async () => {
  pages = await openSamlPages();
  visitor = await pages.browser.visit(pages.app.url, { viewport: { width: 1500, height: 1200 } });
  const { page } = visitor;
  await page.goto('/login');
  await signIn(page, 'admin', adminPassword);
  await page.getByRole('navigation', { name: 'Menu' }).waitFor({ timeout: 90_000 });
}, 120_000);
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

test('metadata from a file fill the list too', async () => {
  const { page } = visitor;
  await page.goto('/applications/shop?tab=protocols');
  const library = await pages.library({ issuer: 'https://filed.example' });
  const buffer = Buffer.from(library.generateServiceProviderMetadata(null));
  const file = { name: 'sp.xml', mimeType: 'text/xml', buffer };
  await page.locator('input[type=file][accept*=samlmetadata]').setInputFiles(file);
  await page.getByText('The form has the values of https://filed.example').first().waitFor();
  await button('Save').click();
  await expect.poll(async () => (await stored()).at(-1)?.entityId).toBe('https://filed.example');
});

test('indexes of addresses come from the metadata, and a person changes them in their row', async () => {
  const { page, atRest } = visitor;
  await page.goto('/applications/shop?tab=protocols');
  const url = (name: string) => `https://indexed.example/${name}`;
  const service = (index: number, name: string) =>
    `<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${url(name)}" index="${index}"/>`;
  await page
    .getByLabel('Metadata as XML')
    .fill(
      `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://indexed.example"><md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${service(3, 'three')}${service(7, 'seven')}</md:SPSSODescriptor></md:EntityDescriptor>`,
    );
  await button('Read the text').click();
  await page.getByText('The form has the values of https://indexed.example').first().waitFor();
  await page.getByRole('button', { name: /^Edit \d+: https:\/\/indexed\.example/ }).click();
  const row = page.getByRole('group', { name: /: https:\/\/indexed\.example/ });
  const indexes = row.getByRole('grid', { name: /^ACS indexes/ });
  await expect.poll(() => indexes.getByRole('row').count()).toBe(3);
  await indexes.getByRole('spinbutton', { name: 'Index 2' }).fill('12');
  await row.getByRole('button', { name: /^Add: ACS indexes/ }).click();
  await indexes.getByRole('button', { name: /^ACS URL of this index 3/ }).click();
  await page.getByRole('option', { name: url('seven') }).click();
  await atRest();
  expect(await findings(page)).toEqual([]);
  await button('Save').click();
  const expected = [
    { index: 3, url: url('three') },
    { index: 12, url: url('seven') },
    { index: 13, url: url('seven') },
  ];
  await expect.poll(async () => (await stored()).at(-1)?.acsIndexes).toEqual(expected);
  // An index of an address that is gone is shown at its own place.
  await row
    .getByRole('textbox', { name: /^ACS URLs/ })
    .last()
    .fill(url('eight'));
  await indexes.getByText('must be one of the ACS URLs of the service provider').first().waitFor();
});

test('wrong metadata say why not', async () => {
  const { page } = visitor;
  const file = { name: 'sp.xml', mimeType: 'text/xml', buffer: Buffer.from('<!DOCTYPE a><a/>') };
  await page.locator('input[type=file][accept*=samlmetadata]').setInputFiles(file);
  await page.getByText('Can not parse Metadata').waitFor();
  await page.getByText('the XML has a document type or an instruction').waitFor();
});
