import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import type { Visitor } from '../../console/world/browser.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { enter } from '../../portal/world/portal-pages.ts';
import { newKey } from './idp/keys.ts';
import { writeMetadata } from './idp/write-metadata.ts';
import { openSamlPages, type SamlPages } from './round-world.ts';

let pages: SamlPages;
let visitor: Visitor;
beforeAll(async () => {
  pages = await openSamlPages();
  visitor = await pages.visit({ viewport: { width: 1500, height: 1200 } });
  const { page } = visitor;
  await enter(page, 'admin', 'built-in', adminPassword);
});
afterAll(() => pages?.stop());
afterEach(() => expect(visitor.complaints.splice(0)).toEqual([]));

const button = (name: string) => visitor.page.getByRole('button', { name, exact: true });
const stored = async () => (await pages.root.get('get-provider', { id: 'admin/saml' })).body.data;

test('The page of a SAML provider shows our entity ID, ACS URL and metadata URL', async () => {
  const { page } = visitor;
  await page.goto('/providers/saml');
  const shownIn = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
  await expect.poll(() => shownIn('SP Entity ID')).toBe(pages.acs);
  expect(await shownIn('SP ACS URL')).toBe(pages.acs);
  const address = await shownIn('SP Metadata URL');
  expect(await (await fetch(address)).text()).toContain(`Location="${pages.acs}"`);
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const [label, text] of [
    ['SP Entity ID', pages.acs],
    ['SP ACS URL', pages.acs],
    ['SP Metadata URL', address],
  ] as const) {
    await page.evaluate("navigator.clipboard.writeText('')");
    await button(`Copy: ${label}`).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(text);
  }
});

test('Pasted metadata show what would change, and fill the form, which is then saved', async () => {
  const { page, atRest } = visitor;
  const [idp, next] = [pages.idpOf('SAML'), await newKey()];
  const certificates = [idp.key.base64, next.base64];
  const endpoint = 'https://saml.example/realms/acme/moved';
  await page.getByLabel('Metadata as XML').fill(writeMetadata({ entityId: idp.entityId, endpoint, certificates }));
  await button('Parse').click();
  const changes = page.getByRole('grid', { name: 'Changes by the metadata' });
  await changes.getByText(endpoint).waitFor();
  expect(await changes.getByRole('row').count()).toBe(4);
  expect((await stored()).endpoint).toBe(idp.endpoint);
  await atRest();
  expect(await findings(page)).toEqual([]);
  await button('Take these values into the form').click();
  await page.getByText('Parse Metadata successfully').first().waitFor();
  await button('Save').click();
  await expect.poll(stored).toMatchObject({ endpoint, nameIdFormat: 'persistent' });
  expect((await stored()).idP.match(/BEGIN/g)).toHaveLength(2);
});

test('A file is read too, and hostile or wrong metadata say why not', async () => {
  const { page } = visitor;
  const file = (text: string) => ({ name: 'idp.xml', mimeType: 'text/xml', buffer: Buffer.from(text) });
  await page.locator('input[type=file][accept*=samlmetadata]').setInputFiles(file('<!DOCTYPE a><a/>'));
  await page.getByText('Can not parse Metadata').waitFor();
  await page.getByText(/document type/).waitFor();
});

test('A file of metadata fills the form, which is then saved', async () => {
  const { page } = visitor;
  const idp = pages.idpOf('SAML');
  const endpoint = 'https://saml.example/realms/acme/by-file';
  const text = writeMetadata({ entityId: idp.entityId, endpoint, certificates: [idp.key.base64] });
  await page.goto('/providers/saml');
  await button('Parse').waitFor();
  const file = { name: 'idp.xml', mimeType: 'text/xml', buffer: Buffer.from(text) };
  await page.locator('input[type=file][accept*=samlmetadata]').setInputFiles(file);
  await page.getByRole('grid', { name: 'Changes by the metadata' }).getByText(endpoint).waitFor();
  await button('Take these values into the form').click();
  await button('Save').click();
  await expect.poll(stored).toMatchObject({ endpoint });
});

test('Metadata of an address show when they were read', async () => {
  const { page } = visitor;
  const { metadataUrl } = pages.idpOf('Keycloak');
  await pages.root.post('update-provider', { metadataUrl }, { query: { id: 'admin/keycloak' } });
  await expect
    .poll(async () => (await pages.root.get('get-provider', { id: 'admin/keycloak' })).body.data.metadataState)
    .not.toBeNull();
  await page.goto('/providers/keycloak');
  await page.getByText('Last read').waitFor();
  await page.getByText('Next reading').waitFor();
  await button('Read the metadata address').click();
  await page.getByText('The form already has all values of the metadata.').waitFor();
});

test('35.22 a new provider is made from pasted metadata before its first save, and its page has our ACS address to copy', async () => {
  const { page } = visitor;
  const idp = pages.idpOf('SAML');
  const endpoint = 'https://saml.example/realms/acme/new';
  await page.goto('/providers');
  await button('Add').click();
  await page.getByLabel('Name', { exact: true }).fill('pasted');
  for (const label of ['Category', 'Type']) {
    await page.getByRole('button', { name: new RegExp(`^${label}:`) }).click();
    await page.getByRole('option', { name: 'SAML', exact: true }).click();
  }
  const text = writeMetadata({ entityId: idp.entityId, endpoint, certificates: [idp.key.base64] });
  await page.getByLabel('Metadata as XML').fill(text);
  await button('Parse').click();
  await button('Take these values into the form').click();
  await page.getByText('Parse Metadata successfully').first().waitFor();
  expect(await page.getByLabel('SP ACS URL', { exact: true }).inputValue()).toBe(pages.acs);
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await button('Copy: SP ACS URL').click();
  await page.getByText('Copied to clipboard').first().waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(pages.acs);
  expect((await pages.root.get('get-provider', { id: 'admin/pasted' })).body.data).toBeNull();
  await button('Save').click();
  const stored = async () => (await pages.root.get('get-provider', { id: 'admin/pasted' })).body.data;
  await expect.poll(stored).toMatchObject({ endpoint, issuerUrl: idp.entityId, metadata: text });
});
