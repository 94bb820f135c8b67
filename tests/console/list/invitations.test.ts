import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { type PagesWorld, startPages } from '../../portal/world/pages-world.ts';
import { findingsInFull } from '../world/axe.ts';
import { signInAs } from '../world/browser.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
});
afterAll(() => world?.stop());

async function atConsole() {
  const visitor = await world.browser.visit(world.app.url, { viewport: { width: 1600, height: 1000 } });
  await signInAs(visitor, world.root, world.app.url);
  return visitor;
}

test('an administrator invites a person from the list of users, and the person gets a link', async () => {
  const { page, complaints } = await atConsole();
  const name = `ada-${randomUUID().slice(0, 8)}`;
  const email = `${name}@acme.example`;
  await page.goto('/users');
  await page.getByRole('button', { name: 'Invite…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a person' });
  await dialog.getByLabel('Email').fill(email);
  expect(await dialog.getByLabel('User name').inputValue()).toBe(name);
  await dialog.getByLabel('Organization').fill('acme');
  expect(await findingsInFull(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByText(`${email} is invited`).waitFor();
  const { text } = await world.mail.mailTo(email, /^Subject: You are invited to/m);
  expect(text).toContain('#password-link');
  const stored = await world.app.store('user').find(world.app.db, 'acme', name);
  expect(stored).toMatchObject({ email, password: '' });
  expect(complaints).toEqual([]);
});

test('an invitation that is refused says why, and can be tried again with other values', async () => {
  const { page } = await atConsole();
  const name = `bea-${randomUUID().slice(0, 8)}`;
  await add(world.root, 'user', { owner: 'acme', name });
  await page.goto('/users');
  await page.getByRole('button', { name: 'Invite…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a person' });
  await dialog.getByLabel('Email').fill(`${name}@acme.example`);
  await dialog.getByLabel('Organization').fill('acme');
  const send = dialog.getByRole('button', { name: 'Send invitation' });
  await send.click();
  await dialog
    .getByRole('alert')
    .or(dialog.getByText(/already/))
    .first()
    .waitFor();
  await dialog.getByLabel('User name').fill(`${name}-2`);
  await send.click();
  await page.getByText(`${name}@acme.example is invited`).waitFor();
});

test('an administrator sends a link to a user from the editor, and again', async () => {
  const { page, complaints } = await atConsole();
  const name = `carl-${randomUUID().slice(0, 8)}`;
  const email = `${name}@acme.example`;
  await add(world.root, 'user', { owner: 'acme', name, email, displayName: 'Carl', signupApplication: 'shop' });
  await page.goto(`/users/acme/${name}?tab=security`);
  for (const sent of [1, 2]) {
    await page.getByRole('button', { name: 'Send a link…' }).click();
    const dialog = page.getByRole('dialog', { name: `Send ${name} a link to choose a password?` });
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => world.mail.received.filter(({ to }) => to.includes(email)).length, { timeout: 10_000 })
      .toBe(sent);
  }
  expect(complaints).toEqual([]);
});
