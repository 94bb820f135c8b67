import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  fill,
  item,
  type PagesWorld,
  passwordItems,
  secret,
  signupApplication,
  startPages,
  submit,
  visitPage,
} from '../world/pages-world.ts';

const plain = [item('Username'), ...passwordItems];

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
});
afterAll(() => world?.stop());

const visit = (path: string, options = {}) => visitPage(world, path, options);

describe('after sign-up', () => {
  test('a forbidden request of a client does not continue', async () => {
    const { page } = await visit('/signup/oauth/authorize?client_id=nobody&response_type=code');
    await page.getByText('Sign-up is closed. Contact your administrator.').waitFor();
    expect(await page.locator('form').count()).toBe(0);
  });

  test('the user is back at their sign-in page, and not at that of another application', async () => {
    await signupApplication(world, 'left', plain, { redirectUris: ['https://app.example/callback'] });
    const { data } = (await world.root.get('get-application', { id: 'admin/left' })).body;
    const asked = { client_id: data.clientId, response_type: 'code', redirect_uri: 'https://app.example/callback' };
    const { page } = await visit(`/login/oauth/authorize?${new URLSearchParams(asked)}`);
    const back = () => page.getByRole('link', { name: 'Sign in now' }).getAttribute('href');
    await page.getByRole('link', { name: 'Sign up now' }).click();
    await page.waitForURL('**/signup/left');
    await expect.poll(back).toContain('/login/oauth/authorize?');
    await page.goto('/signup/shop');
    await expect.poll(back).toBe('/login/acme');
  });

  test('the user is signed in where the application will ask for more', async () => {
    const items = [
      item('Username'),
      ...passwordItems,
      item('Affiliation', { visible: false, prompted: true, required: false }),
    ];
    const { page } = await visit(await signupApplication(world, 'prompting', items));
    await fill(page, { Username: 'prisca', ...secret });
    await submit(page);
    await page.waitForURL('**/prompt/prompting');
    await page.getByRole('heading', { name: 'A few more details' }).waitFor();
  });
});

describe('sign-up is closed', () => {
  test('at the console, and at every other application of the platform', async () => {
    const path = await signupApplication(world, 'of-platform', plain, { organization: 'built-in' });
    for (const each of ['/signup', path]) {
      const { page } = await visit(each);
      await page.getByText('The application does not allow to sign up new account').waitFor();
      expect(await page.locator('form').count()).toBe(0);
    }
  });

  test('where the application is disabled', async () => {
    const path = await signupApplication(world, 'switched-off', plain, { isEnabled: false });
    const { page } = await visit(path);
    await page.getByText('Sign-up is closed. Contact your administrator.').waitFor();
    await page.goto('/forget/switched-off');
    await page.getByText('Password recovery is closed. Contact your administrator.').waitFor();
  });

  test.each([
    ['en-US', 'Sign-up is closed. Contact your administrator.'],
    ['zh-CN', '注册已关闭。请联系管理员。'],
    ['de-DE', /Registrierung.*Administration|Registrierung.*Administrator/],
  ])('without the application, or without anything to ask (%s)', async (locale, text) => {
    const { page } = await visit('/signup/nowhere', { locale });
    await page.getByText(text).waitFor();
    const path = await signupApplication(world, `empty-${locale}`, []);
    await page.goto(path);
    await page.getByText(text).waitFor();
  });
});
