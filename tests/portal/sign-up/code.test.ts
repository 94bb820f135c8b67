import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  field,
  fill,
  focused,
  item,
  type PagesWorld,
  passwordItems,
  secret,
  signupApplication,
  solveCaptcha,
  startPages,
  submit,
  visitPage,
} from '../world/pages-world.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
});
afterAll(() => world?.stop());

const visit = (path: string, options = {}) => visitPage(world, path, options);
const stored = (name: string) => world.app.store('user').find(world.app.db, 'acme', name);

describe('a code by email', () => {
  const items = [item('Username'), item('Email', { rule: 'Normal' }), ...passwordItems];
  const providers = [{ name: 'provider_mail' }, { name: 'provider_captcha' }];
  const mailed = () => signupApplication(world, 'mailed', items, { providers });

  test('is sent after a captcha, once a minute, and proves the address', async () => {
    const { page, complaints } = await visit(await mailed());
    const send = page.getByRole('button', { name: /Email code$/ });
    await expect.poll(() => send.isDisabled()).toBe(true);
    await field(page, 'Email').fill('carol@example.com');
    await send.click();
    const dialog = page.getByRole('dialog', { name: 'Captcha' });
    await dialog.getByAltText('Picture of five digits').waitFor();
    const ok = dialog.getByRole('button', { name: 'OK' });
    await dialog.getByLabel('Five digits of the picture').fill('1234');
    await expect.poll(() => ok.isDisabled()).toBe(true);
    await page.keyboard.type('5x');
    await expect.poll(() => ok.isDisabled()).toBe(false);
    await ok.click();
    await dialog.getByText('Captcha Verify Failed').waitFor();
    await solveCaptcha(page);
    await page.getByRole('button', { name: 'Code Sent: Email code' }).waitFor();
    await expect.poll(() => send.isDisabled()).toBe(true);
    await page.getByText(/^You can request a new code in \d\d seconds$/).waitFor();
    await expect.poll(() => page.getByRole('status').allTextContents()).toContain('Code Sent');
    await expect.poll(() => focused(page)).toBe('emailCode');
    const code = await world.mail.codeTo('carol@example.com');
    await fill(page, { Username: 'carol', 'Email code': '00000', ...secret });
    await submit(page);
    await page.getByText('Wrong code!').waitFor();
    await expect.poll(() => field(page, 'Email code').getAttribute('aria-invalid')).toBe('true');
    await field(page, 'Email code').fill(code);
    await submit(page);
    await page.waitForURL('**/result/mailed');
    expect(await stored('carol')).toMatchObject({ email: 'carol@example.com', emailVerified: true });
    expect(complaints).toEqual([]);
  });
});
