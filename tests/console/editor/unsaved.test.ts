import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { adminPassword } from '../../harness/database/template.ts';
import { underWay } from '../../harness/under-way.ts';
import { add } from '../../harness/world.ts';
import { findingsInFull } from '../world/axe.ts';
import { signIn } from '../world/browser.ts';
import { type Desk, openDesk } from '../world/desk.ts';
import { loseAnswer } from '../world/lose-answer.ts';

/** No failure before a save loses what is typed in an editor. */

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  await add(desk.admin, 'organization', { name: 'acme', displayName: 'Acme' });
});

afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const openRole = async (name: string) => {
  await desk.page.goto(`/roles/built-in/${name}`);
  await desk.heading(name);
};

test('an object whose answer was lost exists once, and the retry goes on with it', async () => {
  const { page, heading, field, button, visitor, admin } = desk;
  const suffix = randomUUID().slice(0, 8);
  await page.goto('/roles');
  await heading('Roles');
  const roles = async () => (await admin.get('get-roles', { owner: 'built-in' })).body.data.length;
  const before = await roles();
  await button('Add').click();
  await heading('New role');
  await field('Name').fill(`day-${suffix}`);
  expect(await roles()).toBe(before);
  await loseAnswer(page, '**/api/add-role');
  await button('Save').click();
  await page.getByText('Role failed to add: Failed to connect to server').waitFor();
  await button('Save').click();
  await page.waitForURL(`**/roles/built-in/day-${suffix}`);
  await heading(`day-${suffix}`);
  expect(await roles()).toBe(before + 1);

  await field('Name').fill(`night-${suffix}`);
  await field('Display name').fill('Night watch');
  await loseAnswer(page, '**/api/update-role*');
  await button('Save').click();
  await page.getByText('Error: Failed to connect to server').waitFor();
  // The name was not refused.
  expect(await field('Name').inputValue()).toBe(`night-${suffix}`);
  await button('Save').click();
  await page.getByText('Successfully saved').first().waitFor();
  await page.waitForURL(`**/roles/built-in/night-${suffix}`);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await desk.stored('role', `built-in/night-${suffix}`)).toMatchObject({ displayName: 'Night watch' });
  expect(await roles()).toBe(before + 1);
  // This test loses answers on purpose.
  visitor.complaints.length = 0;
});

test('a busy server loses nothing that is typed', async () => {
  const { page, field, button, visitor } = desk;
  const name = `role-${randomUUID().slice(0, 8)}`;
  await add(desk.admin, 'role', { owner: 'built-in', name });
  await openRole(name);
  await field('Name').fill(`${name}-2`);
  const refusals = [
    [
      'Not so fast',
      {
        status: 429,
        json: { status: 'error', code: 'too-many-requests', msg: 'Not so fast', data: null, data2: null },
      },
    ],
    ['HTTP 503', { status: 503, body: '<h1>Bad gateway</h1>', contentType: 'text/html' }],
    // The answer of a reverse proxy; nothing has been saved.
    ['HTTP 502', { status: 502, json: { message: 'no upstream' } }],
  ] as const;
  for (const [told, refusal] of refusals) {
    await page.route('**/api/update-role*', (route) => route.fulfill(refusal));
    await button('Save').click();
    await page.getByText(told).first().waitFor();
    await page.unroute('**/api/update-role*');
    expect(await field('Name').inputValue()).toBe(`${name}-2`);
  }
  await button('Save').click();
  await page.waitForURL(`**/roles/built-in/${name}-2`);
  visitor.complaints.length = 0;
});

test('an overwriting save succeeds, and so does the next one', async () => {
  const { page, field, button, save } = desk;
  const name = `role-${randomUUID().slice(0, 8)}`;
  const before = await add(desk.admin, 'role', { owner: 'built-in', name });
  await openRole(name);
  await field('Display name').fill('Mine');
  await desk.admin.post(`update-role?id=built-in/${name}`, { ...before, displayName: 'Theirs' });
  await button('Save').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Overwrite' }).click();
  await page.getByText('Successfully saved').first().waitFor();
  await field('Display name').fill('Mine again');
  await page.getByRole('button', { name: 'Close', exact: true }).first().click();
  await save();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expect.poll(async () => (await desk.stored('role', `built-in/${name}`)).displayName).toBe('Mine again');
});

test('unsaved changes survive the end of a session, and are saved after the next sign-in', async () => {
  const name = `hook-${randomUUID().slice(0, 8)}`;
  const url = 'https://example.com/hook';
  await add(desk.admin, 'webhook', { name, organization: 'built-in', url: 'https://example.com/before' });
  const { page, context } = await desk.visitAs(await desk.app.admin());
  const enter = async (door: typeof page) => {
    await signIn(door, 'admin', adminPassword);
    await door.getByRole('heading', { name: 'Welcome, Admin' }).waitFor();
  };
  await page.goto(`/webhooks/${name}`);
  await page.getByLabel('URL', { exact: true }).fill(url);

  // A user who may not see this page signs in in another tab, and then its owner again.
  const own = await context.cookies();
  await add(desk.admin, 'user', { owner: 'acme', name: 'ada', password: 'correct-horse' });
  const other = await desk.app.signedIn('acme', 'ada', 'correct-horse');
  // The browser tells a tab that it is visible again.
  const comeBack = () => page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await context.addCookies([...other.cookies].map(([name, value]) => ({ name, value, url: desk.app.url })));
  await comeBack();
  const told = page.getByRole('dialog', { name: 'acme/ada is signed in now' });
  await told.waitFor();
  await context.addCookies(own);
  await comeBack();
  await told.waitFor({ state: 'detached' });
  expect(await page.getByLabel('URL', { exact: true }).inputValue()).toBe(url);

  await context.clearCookies();
  const save = page.getByRole('button', { name: 'Save', exact: true }).first();
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.waitFor();
  expect(await findingsInFull(page)).toEqual([]);
  const opened = underWay(context.waitForEvent('page'));
  await dialog.getByRole('link', { name: 'Sign in again' }).click();
  const door = await opened;
  await enter(door);
  await door.close();
  await comeBack();
  await dialog.waitFor({ state: 'detached' });
  await save.click();
  await page.getByText('Successfully saved').first().waitFor();
  expect(await desk.stored('webhook', `admin/${name}`)).toMatchObject({ url });

  // Without unsaved changes the sign-in page opens at once.
  await context.clearCookies();
  await page.getByRole('link', { name: 'Records', exact: true }).click();
  await page.waitForURL(/\/login(\/|\?|$)/);
});
