import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import {
  field,
  item,
  type PagesWorld,
  passwordItems,
  signupApplication,
  startPages,
  visitPage,
} from '../world/pages-world.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
});
afterAll(() => world?.stop());

const visit = (path: string, options = {}) => visitPage(world, path, options);

describe('a code by email', () => {
  const items = [item('Username'), item('Email', { rule: 'Normal' }), ...passwordItems];
  const providers = [{ name: 'provider_mail' }, { name: 'provider_captcha' }];
  const mailed = () => signupApplication(world, 'mailed', items, { providers });

  test('can be requested at once for another address', async () => {
    const path = await signupApplication(world, 'uncaptcha', items);
    const { page } = await visit(path);
    await field(page, 'Email').fill('first@example.com');
    const send = page.getByRole('button', { name: /Email code$/ });
    await send.click();
    await page.getByRole('button', { name: 'Code Sent: Email code' }).waitFor();
    await field(page, 'Email').fill('second@example.com');
    await send.click();
    await page.getByRole('button', { name: 'Code Sent: Email code' }).waitFor();
    await world.mail.mailTo('second@example.com');
  });

  test.each([
    ['en-US', 'Email', /in 59 seconds$/, /in 1 second$/, 'Send Code'],
    ['fr-FR', 'E-mail', /dans 59 secondes$/, /dans 1 seconde$/, 'Envoyer le code'],
    ['ru-RU', 'Эл. почта', /через 59 секунд$/, /через 1 секунду$/, 'Отправить код'],
    ['ja-JP', 'メールアドレス', /^59 秒後/, /^1 秒後/, 'コードを送信'],
  ])(
    'counts down in the plural of the language, and can be requested again afterwards (%s)',
    async (locale, label, ...texts) => {
      const { page } = await visit(await signupApplication(world, 'uncaptcha', items), { locale });
      const [many, one, again] = texts;
      // The clock stands still: a slow machine would be past the first second before anyone looks.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await field(page, label).fill(`${randomUUID()}@example.com`);
      await page.getByRole('button', { name: again }).click();
      await page.locator('.help', { hasText: '60' }).waitFor();
      await page.clock.runFor(1000);
      await page.locator('.help').getByText(many).waitFor();
      // The clock of a phone is corrected.
      await page.clock.setSystemTime(Date.now() - 3_600_000);
      await page.clock.runFor(58_000);
      await page.locator('.help').getByText(one).waitFor();
      await page.clock.runFor(1000);
      await page.getByRole('button', { name: again }).waitFor();
      await expect.poll(() => page.getByRole('button', { name: again }).isEnabled()).toBe(true);
    },
  );

  test('Escape closes the captcha and returns the focus', async () => {
    const { page } = await visit(await mailed());
    await field(page, 'Email').fill('dora@example.com');
    const send = page.getByRole('button', { name: /Email code$/ });
    await send.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send Code: Email code' }).waitFor();
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Send Code');
  });

  test('no word on the captcha’s buttons breaks on the smallest phone, in languages with long words', async () => {
    const { page } = await visit(await mailed(), { viewport: { width: 320, height: 700 }, locale: 'de-DE' });
    await field(page, 'E-Mail').fill('frieda@example.com');
    await page.getByRole('button', { name: /^Code senden/ }).click();
    const cancel = page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' });
    await cancel.waitFor();
    await expect.poll(async () => (await cancel.boundingBox())?.height).toBeLessThan(45);
  });

  test('axe finds nothing on the captcha', async () => {
    const { page } = await visit(await mailed(), { viewport: { width: 320, height: 700 } });
    await field(page, 'Email').fill('erna@example.com');
    await page.getByRole('button', { name: 'Send Code: Email code' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await findings(page)).toEqual([]);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });
});
