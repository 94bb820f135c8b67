import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { type Desk, openDesk } from '../world/desk.ts';

/** Fields of single kinds: what they offer, and what follows from them. */

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  await add(desk.admin, 'organization', { name: 'acme', displayName: 'Acme' });
});

afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const open = async (path: string) => {
  await desk.page.goto(path);
  await desk.page.getByRole('button', { name: 'Save', exact: true }).waitFor();
};
const toggle = (label: string) => desk.page.getByRole('button', { name: new RegExp(`^${label}:`) });
/** The toast about the whole save. */
const refused = (words: RegExp) => desk.page.getByText(words);
const offered = () => desk.page.getByRole('option').allTextContents();

test('a provider has the types of its category, and the fields of its type', async () => {
  const { page, field, choose } = desk;
  await add(desk.admin, 'provider', { name: 'one', category: 'OAuth', type: 'Custom' });
  await open('/providers/one');
  await page.getByRole('textbox', { name: 'Auth URL' }).waitFor();
  await choose(toggle('Category'), 'Email');
  await expect
    .poll(() => field('Email content').inputValue())
    .toBe('Your verification code is %s. It works for 10 minutes.');
  await expect.poll(() => toggle('Type').textContent()).toBe('Default');
  await expect.poll(() => field('Auth URL').count()).toBe(0);
  await choose(toggle('Category'), 'Captcha');
  await page.getByRole('textbox', { name: 'Client ID' }).waitFor({ state: 'detached' });
  await toggle('Type').click();
  await expect.poll(offered).toEqual(['Default', 'reCAPTCHA', 'hCaptcha', 'Cloudflare Turnstile', 'Aliyun Captcha']);
  await page.keyboard.press('Escape');
});

test('a permission of another organization loses the choices that the organization does not have, and its form says so', async () => {
  const { admin, page, field, save, stored } = desk;
  await add(admin, 'user', { owner: 'built-in', name: 'porter' });
  await add(admin, 'permission', { name: 'doors', owner: 'built-in', users: ['built-in/porter'], actions: ['Read'] });
  await admin.post('update-permission', { resources: ['app-built-in'] }, { query: { id: 'built-in/doors' } });
  await open('/permissions/built-in/doors');
  await page.getByText('app-built-in', { exact: true }).waitFor();
  await field('Organization').first().click();
  await page.getByRole('option', { name: 'acme', exact: true }).click();
  await page
    .getByText('These choices were removed, because they belong to another organization: Users and Resources.')
    .waitFor();
  expect(await page.getByText('app-built-in', { exact: true }).count()).toBe(0);
  await save();
  expect(await stored('permission', 'acme/doors')).toMatchObject({ users: [], resources: [], actions: ['Read'] });
});

test('a Keycloak syncer starts with its table and columns', async () => {
  const { field, choose, save, stored } = desk;
  await add(desk.admin, 'syncer', { name: 'people', organization: 'built-in', table: 'users' });
  await open('/syncers/people');
  await choose(toggle('Type'), 'Keycloak');
  await desk.tab('Mapping');
  await expect.poll(() => field('Table').inputValue()).toBe('user_entity');
  await expect.poll(() => field('Table').isDisabled()).toBe(true);
  await save();
  expect((await stored('syncer', 'admin/people')).tableColumns).toHaveLength(9);
  await desk.tab('Settings');
  await choose(toggle('Type'), 'Database');
  await desk.tab('Mapping');
  await expect.poll(() => field('Table').isDisabled()).toBe(false);
  await expect.poll(() => desk.page.getByRole('grid', { name: 'Table columns' }).count()).toBe(0);
});

test('choices offer what fits: objects of the organization except the object itself, and payment providers', async () => {
  const { admin, page } = desk;
  await add(admin, 'application', { name: 'theirs', organization: 'acme' });
  await add(admin, 'permission', { owner: 'acme', name: 'enter' });
  await add(admin, 'role', { owner: 'acme', name: 'porter' });
  await add(admin, 'role', { owner: 'acme', name: 'keeper' });
  await add(admin, 'provider', { name: 'pay', category: 'Payment', type: 'PayPal' });
  await add(admin, 'product', { name: 'ticket' });
  await add(admin, 'group', { owner: 'built-in', name: 'elsewhere' });
  await add(admin, 'group', { owner: 'acme', name: 'house' });
  await add(admin, 'group', { owner: 'acme', name: 'floor' });
  await add(admin, 'model', { owner: 'acme', name: 'rules' });
  await add(admin, 'enforcer', { owner: 'acme', name: 'gate' });
  await add(admin, 'pricing', { owner: 'acme', name: 'prices' });
  for (const [path, label, names] of [
    ['/permissions/acme/enter', 'Resources', ['theirs']],
    ['/products/ticket', 'Payment providers', ['pay']],
    ['/roles/acme/porter', 'Member roles', ['keeper']],
    ['/roles/acme/porter', 'Member groups', ['floor', 'house']],
    ['/groups/acme/floor', 'Parent group', ['None', 'house']],
    ['/enforcers/acme/gate', 'Model', ['None', 'rules']],
    ['/pricings/acme/prices', 'Application', ['None', 'theirs']],
  ] as const) {
    if (!page.url().endsWith(path)) await open(path);
    await page.getByRole('combobox', { name: label }).click();
    await expect.poll(async () => (await offered()).sort()).toEqual(names);
    await page.keyboard.press('Escape');
  }
});

test('a certificate is downloaded, a key field has as many lines as the key, and a validity of 0 years is refused', async () => {
  const { page, field, button } = desk;
  await open('/certs/cert-built-in');
  const [download] = await Promise.all([page.waitForEvent('download'), button('Download certificate').click()]);
  expect(download.suggestedFilename()).toBe('token_jwt_key.pem');
  await expect.poll(() => field('Private key').inputValue()).toBe('***');
  await button('Replace Private key').click();
  await field('Private key').fill('first\nsecond');
  await expect.poll(() => field('Private key').inputValue()).toBe('first\nsecond');
  await button('Keep Private key unchanged').click();
  await expect.poll(() => field('Private key').inputValue()).toBe('***');
  await field('Validity').fill('0');
  await button('Save').click();
  await expect.poll(() => page.locator('#expireInYears-problem').textContent()).toContain('must be at least 1');
  // The form shows the error, so no toast repeats it.
  expect(await refused(/Validity: must be at least 1/).count()).toBe(0);
  expect(await field('Validity').inputValue()).toBe('0');
});

test('the text of a model has ten lines', async () => {
  const name = 'w'.repeat(100);
  await add(desk.admin, 'model', { owner: 'built-in', name });
  await open(`/models/built-in/${name}`);
  await expect.poll(() => desk.field('Model text').getAttribute('rows')).toBe('10');
  // A long name stays on the page.
  await desk.page.setViewportSize({ width: 390, height: 800 });
  const beyond =
    "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.path').parentElement)";
  await expect.poll(() => desk.page.evaluate(beyond)).toBe(0);
  await desk.page.setViewportSize({ width: 1600, height: 1000 });
});
