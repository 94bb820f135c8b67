import { defaultSignupItems } from '@doorwright/crds/options/signup-items.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import {
  field,
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
  test('the request of the client that led here continues', async () => {
    await signupApplication(world, 'client', plain, {
      redirectUris: ['https://app.example/callback'],
      enableSigninSession: true,
    });
    const { data } = (await world.root.get('get-application', { id: 'admin/client' })).body;
    const asked = new URLSearchParams({
      client_id: data.clientId,
      response_type: 'code',
      redirect_uri: 'https://app.example/callback',
      scope: 'openid',
      state: 'a state',
    });
    const { page, context } = await visit(`/signup/oauth/authorize?${asked}`);
    await context.route('https://app.example/**', (route) => route.fulfill({ body: 'client' }));
    await fill(page, { Username: 'clio', ...secret });
    await submit(page);
    // Nothing is asked twice: the new user arrives at the client, signed in.
    await page.waitForURL('https://app.example/**');
    expect(new URL(page.url()).searchParams.get('state')).toBe('a state');
    expect(new URL(page.url()).searchParams.get('code')).toMatch(/./);
    await page.goto(`/signup/oauth/authorize?${asked}&prompt=login`);
    await page.waitForURL('**/login/oauth/authorize?**');
  });
});

/** The authorization request of an application. */
async function requestOf(name: string, redirectUri: string): Promise<string> {
  const { data } = (await world.root.get('get-application', { id: `admin/${name}` })).body;
  const asked = { client_id: data.clientId, response_type: 'code', redirect_uri: redirectUri, scope: 'openid' };
  return `/login/oauth/authorize?${new URLSearchParams({ ...asked, state: 'a state' })}`;
}

test('a person signs up at a new organization and application as they come, and goes on signed in', async () => {
  await add(world.root, 'organization', { name: 'newcomers', displayName: 'Newcomers' });
  const settings = { organization: 'newcomers', cert: 'cert-built-in', enableSignUp: true };
  const redirectUris = ['https://app.example/callback'];
  await add(world.root, 'application', {
    name: 'first-app',
    ...settings,
    redirectUris,
    signupItems: defaultSignupItems,
  });
  const { page, context, complaints } = await visit(await requestOf('first-app', String(redirectUris[0])));
  await context.route('https://app.example/**', (route) => route.fulfill({ body: 'client' }));
  await page.getByRole('link', { name: 'Sign up now' }).click();
  await page.waitForURL('**/signup/first-app');
  await fill(page, { Username: 'nova', 'Display name': 'Nova Stella', ...secret });
  await page.getByRole('checkbox', { name: 'I accept the Terms of Use' }).check();
  await submit(page);
  await page.waitForURL('https://app.example/**');
  expect(new URL(page.url()).searchParams.get('code')).toMatch(/./);
  expect(complaints).toEqual([]);
});

test('S28 a second factor that the application demands is asked for after a sign-up, before there is a session', async () => {
  const redirectUris = ['https://app.example/callback'];
  await signupApplication(world, 'strict', plain, {
    redirectUris,
    enableSigninSession: true,
    secondFactor: 'everyone',
  });
  const { page } = await visit(await requestOf('strict', String(redirectUris[0])));
  await page.getByRole('link', { name: 'Sign up now' }).click();
  await page.waitForURL('**/signup/strict');
  await fill(page, { Username: 'stella', ...secret });
  await submit(page);
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  expect((await (await page.request.get('/api/get-account')).json()).status).toBe('error');
});

test('35.26 after sign-up and recovery, "Sign In" leads to the application: its sign-in page, or else its homepage', async () => {
  const homepageUrl = 'https://app.example/home';
  await signupApplication(world, 'at-home', plain, { homepageUrl });
  await signupApplication(world, 'own-door', plain, { homepageUrl, signinUrl: 'https://app.example/enter' });
  await signupApplication(world, 'homeless', plain);
  const leads = async (path: string) => {
    const { page } = await visit(path);
    return page.getByRole('link', { name: 'Sign In', exact: true }).getAttribute('href');
  };
  for (const page of ['result', 'forget']) {
    expect(await leads(`/${page}/at-home`)).toBe(homepageUrl);
    expect(await leads(`/${page}/own-door`)).toBe('https://app.example/enter');
    expect(await leads(`/${page}/homeless`)).toBe('/login/acme');
  }
});

describe('sign-up is closed', () => {
  test('where the application does not allow it', async () => {
    const { page } = await visit(await signupApplication(world, 'closed', plain, { enableSignUp: false }));
    await page.getByText('The application does not allow to sign up new account').waitFor();
    await page.getByText('Sign Up Error').waitFor();
    expect(await page.locator('form').count()).toBe(0);
  });

  test('but not for a missing HTML of its own; S49 its HTML stands above the form, and nothing in it runs', async () => {
    const signupHtml =
      '<h2>By invitation</h2><p onclick="document.title=1">Ask <script>document.title=2</script>us.</p>';
    const { page, complaints } = await visit(await signupApplication(world, 'own-html', plain, { signupHtml }));
    await page.getByRole('heading', { name: 'By invitation' }).click();
    await page.getByText('Ask us.').click();
    await expect.poll(() => field(page, 'Username').isVisible()).toBe(true);
    await expect.poll(() => page.title()).toContain('Sign Up');
    expect(complaints).toEqual([]);
  });
});
