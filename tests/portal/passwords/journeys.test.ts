import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { signIn } from '../../console/world/browser.ts';
import { password } from '../../harness/world.ts';
import { aUser, button, heading, welcome } from '../factors/people.ts';
import { openPortal, type PortalPages } from '../world/portal-pages.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal?.stop());

const chosen = 'a-password-of-my-own';

test('a person with a password from an administrator chooses their own before they come in', async () => {
  const { page, complaints } = await portal.visit();
  const name = await aUser(portal, { mustChangePassword: true });
  await page.goto('/login/acme');
  await signIn(page, name, password);
  await heading(page, 'Choose a new password');
  expect(await findings(page)).toEqual([]);
  expect((await (await page.request.get('/api/get-account')).json()).status).toBe('error');
  const [first, second] = [page.getByLabel('New password'), page.getByLabel('Confirm')];
  const strength = (words: string) =>
    page.getByRole('status').getByText(`Strength: ${words}`, { exact: true }).waitFor();
  await first.fill(name);
  await strength('very weak, guessed at once');
  await first.fill('correct-horse-battery-staple-9');
  await strength('strong');
  await first.fill(password);
  await second.fill(password);
  await button(page, 'Change Password').click();
  await page.getByRole('alert').filter({ hasText: 'must differ' }).waitFor();
  await first.fill(chosen);
  await second.fill(chosen);
  await page.keyboard.press('Enter');
  await welcome(page);
  await page.goto('/logout');
  await button(page, 'Sign In').waitFor();
  await signIn(page, name, chosen);
  await welcome(page);
  expect(complaints).toEqual([]);
});

test('a person whose password has expired chooses another one, on a phone', async () => {
  const name = await aUser(portal);
  await portal.app
    .db('users')
    .where({ owner: 'acme', name })
    .update({ password_changed_time: new Date(0) });
  const rule = (passwordDays: number) =>
    portal.root.post('update-organization', { passwordDays }, { query: { id: 'admin/acme' } });
  await rule(90);
  try {
    const { page, complaints } = await portal.visit({ viewport: { width: 320, height: 700 } });
    await page.goto('/login/acme');
    await signIn(page, name, password);
    await page.getByText('Your password has expired. Choose a new one.').waitFor();
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await page.getByLabel('New password').fill(chosen);
    await page.getByLabel('Confirm').fill('something-else');
    await button(page, 'Change Password').click();
    await page.getByText('Your confirmed password is inconsistent').waitFor();
    await page.getByLabel('Confirm').fill(chosen);
    await button(page, 'Change Password').click();
    await welcome(page);
    expect(complaints).toEqual([]);
  } finally {
    await rule(0);
  }
});
