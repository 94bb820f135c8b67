import { manifestOf } from '@doorwright/console/src/admin/yaml/manifest-of.ts';
import { kinds } from '@doorwright/crds';
import { checkManifest } from '@doorwright/crds/derive/manifest.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { declaredKinds } from '../../crds/declared-kinds.ts';
import { createOperator } from '../../declared/operator.ts';
import { add, sampleOf } from '../../harness/world.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;

const shop = { organization: 'support', displayName: 'Shop', redirectUris: ['https://shop.example/callback'] };

beforeAll(async () => {
  desk = await openDesk();
  await add(desk.admin, 'organization', { name: 'support', masterPassword: 'support-only-1' });
  const operator = createOperator(desk.app.url);
  const told = await operator.put('application/admin/shop', { uid: 'u-shop', name: 'checkout', fields: shop });
  expect(told.status).toBe(200);
});

afterAll(() => desk?.close());

const yaml = async (address: string) => {
  await desk.page.goto(`${address}?tab=yaml`);
  return parse((await desk.page.locator('.pf-v6-c-code-block__code').first().textContent()) ?? '');
};
const pathOf = (plural: string, name: string) => `/${plural}/${name}`;

/** A new object of the kind. */
const newSample = (kind: (typeof declaredKinds)[number]) => {
  const filled: Record<string, object> = {
    organization: { masterPassword: 'support-only-1', tags: ['a|b'] },
    webhook: { url: 'https://crm.example/hook', headers: [{ name: 'Authorization', value: 'Bearer t0ken' }] },
  };
  const sample = { ...kind.starts, ...sampleOf(kind, 'built-in', 'sample'), ...filled[kind.name] };
  return add(desk.admin, kind.name, sample);
};

function expectAccepted(manifest: unknown, { kind }: (typeof declaredKinds)[number]): void {
  expect(checkManifest(kinds, manifest).problems).toEqual([]);
  expect(manifest).toMatchObject({ kind, metadata: { name: 'sample' }, spec: { adoptionPolicy: 'IfIdentical' } });
  expect(JSON.stringify(manifest)).not.toContain('***');
}

const [onPages, others] = [true, false].map((isOnPage) =>
  declaredKinds.filter(({ name }) => ['organization', 'provider', 'webhook'].includes(name) === isOnPage),
) as [typeof declaredKinds, typeof declaredKinds];

// These have secrets, or parts of their own.
test.each(onPages)('an object of the kind $kind shows a custom resource that a cluster accepts', async (kind) => {
  await newSample(kind);
  expectAccepted(await yaml(pathOf(kind.plural, 'sample')), kind);
  expect(await desk.page.getByText('A cluster would reject this').count()).toBe(0);
});

// The page writes down what this makes of an object.
test.each(others)('an object of the kind $kind makes a custom resource that a cluster accepts', async (kind) => {
  const manifest = manifestOf(kind, await newSample(kind), () => ({ spec: {} }));
  expectAccepted(manifest, kind);
});

test('secrets are references to keys of a Secret', async () => {
  const { spec } = await yaml('/organizations/support');
  expect(spec.masterPasswordSecretRef).toEqual({ name: 'support', key: 'masterPassword' });
  await desk.page.getByText('put them into the Secret support').waitFor();
});

test("the platform's own objects are read-only", async () => {
  const manifest = await yaml('/organizations/built-in');
  expect(manifest.spec.managementPolicy).toBe('Observe');
  expect(checkManifest(kinds, manifest).problems).toEqual([]);
});

test.each([
  ['public', {}, { publicClient: true }],
  ['workload', { workload: 'shop/front' }, { clientAuthentication: { serviceAccountRef: { name: 'front' } } }],
  [
    'private_key',
    { jwksUri: 'https://shop.example/keys' },
    { clientAuthentication: { method: 'PrivateKeyJWT' }, jwksUri: 'https://shop.example/keys' },
  ],
])('the YAML of a client of type %s has its type', async (clientType, rest, spec) => {
  const name = `${clientType}-client`;
  await add(desk.admin, 'application', { name, organization: 'built-in', clientType, ...rest });
  const manifest = await yaml(pathOf('applications', name));
  expect(manifest).toMatchObject({ spec });
  expect(checkManifest(kinds, manifest).problems).toEqual([]);
});

test('the page says what a cluster would refuse', async () => {
  const open = { redirectUris: ['http://shop.example/'], allowHttpRedirects: true };
  await add(desk.admin, 'application', { name: 'open-shop', organization: 'built-in', ...open });
  await yaml('/applications/open-shop');
  await desk.page.getByText('redirectUris must begin with https://').waitFor();
});

test.each([
  ['Old_Shop', 'old-shop'],
  [`shop-${'x'.repeat(80)}`, `shop-${'x'.repeat(58)}`],
])('the YAML of an object called %s keeps its name, and the resource gets a valid name', async (name, resource) => {
  await add(desk.admin, 'application', { name, organization: 'built-in' });
  const manifest = await yaml(pathOf('applications', name));
  expect(manifest).toMatchObject({ metadata: { name: resource }, spec: { name, adoptionPolicy: 'IfIdentical' } });
  expect(checkManifest(kinds, manifest).problems).toEqual([]);
});

test('a declared object shows its resource: name, namespace, and its name for the object', async () => {
  const manifest = await yaml('/applications/shop');
  expect(manifest).toMatchObject({ metadata: { name: 'checkout', namespace: 'shop' }, spec: { name: 'shop' } });
  expect(checkManifest(kinds, manifest).problems).toEqual([]);
});

test('the resource can be downloaded as a file', async () => {
  await yaml('/organizations/support');
  const [download] = await Promise.all([
    desk.page.waitForEvent('download'),
    desk.page.getByRole('button', { name: 'Download: YAML' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('support.yaml');
});

test('a declared object is read-only until an administrator unlocks it for a time and gives a reason', async () => {
  const { page, field, save, stored, app } = desk;
  await page.goto('/applications/shop');
  await page.getByText('Managed by Kubernetes: applications.doorwright.dev shop/checkout').waitFor();
  const name = page.locator('#displayName');
  await expect.poll(() => name.isDisabled()).toBe(true);
  await expect.poll(() => field('Name').isDisabled()).toBe(true);
  await expect.poll(() => field('Description').isDisabled()).toBe(false);

  await desk.button('Override temporarily').click();
  const dialog = page.getByRole('dialog');
  const open = dialog.getByRole('button', { name: 'Unlock fields' });
  await expect.poll(() => open.isDisabled()).toBe(true);
  await dialog.getByLabel('Display name').check();
  await dialog.getByLabel('Reason').fill('The shop is down');
  await open.click();
  await expect.poll(() => name.isDisabled()).toBe(false);
  await name.fill('Closed until noon');
  await save();
  expect((await stored('application', 'admin/shop')).displayName).toBe('Closed until noon');
  await expect.poll(() => page.getByRole('textbox', { name: 'Redirect URLs 1' }).isDisabled()).toBe(true);
  const { body } = await createOperator(app.url).get('application/admin/shop');
  expect(body.overrides).toMatchObject([
    { field: 'displayName', author: 'built-in/admin', reason: 'The shop is down' },
  ]);
});
