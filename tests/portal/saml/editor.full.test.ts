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
const stored = async () =>
  (await pages.root.get('get-application', { id: 'admin/shop' })).body.data.samlServiceProviders;

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
