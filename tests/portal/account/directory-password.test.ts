import { afterAll, beforeAll, expect, test } from 'vitest';
import { ldapOf } from '../../api/directories/ldap/world.ts';
import { findings } from '../../console/world/axe.ts';
import { signIn } from '../../console/world/browser.ts';
import { directoryOf, person } from '../../harness/slapd/entries.ts';
import { type Directory, startSlapd, suffix } from '../../harness/slapd/slapd.ts';
import { add } from '../../harness/world.ts';
import { type PagesWorld, startPages } from '../world/pages-world.ts';
import { enter } from '../world/portal-pages.ts';
import { button, done, field } from './account-world.ts';

const first = 'ada-of-the-directory';
const next = 'another-one-of-ada';

let world: PagesWorld;
let directory: Directory;
beforeAll(async () => {
  directory = await startSlapd({
    ldif: directoryOf(
      person('ada', { mail: 'ada@acme.example', userPassword: first }),
      person('ben', { mail: 'ben@acme.example', userPassword: first, pwdReset: 'TRUE' }),
    ),
    database: `overlay ppolicy\nppolicy_default "cn=policy,${suffix}"`,
  });
  await directory.change(
    [
      `dn: cn=policy,${suffix}\nchangetype: add\nobjectClass: pwdPolicy\nobjectClass: device\ncn: policy`,
      'pwdAttribute: userPassword\npwdMinLength: 12\npwdInHistory: 3\npwdCheckQuality: 2\npwdAllowUserChange: TRUE\npwdMustChange: TRUE\n',
    ].join('\n'),
  );
  world = await startPages({ DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8,::1/128' });
  await add(world.root, 'ldap', ldapOf(directory, { id: 'main', signInMode: 'Everybody' }));
});
afterAll(async () => {
  await world?.stop();
  await directory?.stop();
});

const takesPasswords = (writesPasswords: boolean) =>
  world.root.post('update-ldap', { writesPasswords }, { query: { id: 'acme/main' } });

async function visit(secret: string, name = 'ada') {
  const { page } = await world.browser.visit(world.app.url);
  await enter(page, name, 'acme', secret);
  await page.goto('/account/security');
  await page.locator('main h1').waitFor();
  return page;
}

test('a person of a directory whom nobody has taken over signs in where the user is asked first', async () => {
  const redirectUris = ['https://app.example/callback'];
  const client = { name: 'first', organization: 'acme', cert: 'cert-built-in', redirectUris, identifierFirst: true };
  const { clientId } = await add(world.root, 'application', client);
  const { context, page, complaints } = await world.browser.visit(world.app.url);
  await context.route('https://app.example/**', (route) => route.fulfill({ body: 'client' }));
  const request = { client_id: String(clientId), redirect_uri: redirectUris[0] ?? '', response_type: 'code' };
  await page.goto(`/login/oauth/authorize?${new URLSearchParams({ ...request, scope: 'openid' })}`);
  await page.locator('#username').fill('ada');
  await page.keyboard.press('Enter');
  // The page says nothing of a user: it knows none before the password.
  await page.locator('#password').fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByText(/Incorrect username or password/).waitFor();
  await page.locator('#password').fill(first);
  await page.keyboard.press('Enter');
  await page.waitForURL('https://app.example/**');
  expect(complaints).toEqual([]);
});

test("a person of a directory reads its rules before they type, and changes the directory's password", async () => {
  await takesPasswords(true);
  const page = await visit(first);
  await page.getByText('The password is that of Example.').waitFor();
  await button(page, 'Change Password').click();
  await page.getByText('At least 12 characters · Not one of the last 3').waitFor();
  expect(await findings(page)).toEqual([]);
  await field(page, 'Current password').fill(first);
  await field(page, 'New password').fill('short-one');
  await field(page, 'Confirm').fill('short-one');
  await button(page, 'Change Password').last().click();
  await page.getByText('at least 12').last().waitFor();
  await field(page, 'New password').fill(next);
  await field(page, 'Confirm').fill(next);
  await button(page, 'Change Password').last().click();
  await done(page, 'The password is changed. Your other sessions have ended.');
  await visit(next);
});

test('where the directory takes no passwords from here, the page says whose it is and offers no change', async () => {
  await takesPasswords(false);
  const page = await visit(next);
  await page.getByText('The password is that of Example. Your administrators keep it there.').waitFor();
  expect(await button(page, 'Change Password').count()).toBe(0);
});

test('a person whose password the directory wants to be replaced reads where, or chooses a new one at the sign-in', async () => {
  await takesPasswords(false);
  const { page, complaints } = await world.browser.visit(world.app.url);
  await page.goto('/login/acme');
  await signIn(page, 'ben', first);
  await page.getByText('Your password has expired in Example. Change it there').waitFor();
  await takesPasswords(true);
  await signIn(page, 'ben', first);
  await page.getByText('Your password has expired. Choose a new one.').waitFor();
  await page.getByLabel('New password').fill(next);
  await page.getByLabel('Confirm').fill(next);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  expect(complaints).toEqual([]);
  await visit(next, 'ben');
});

test('if the rules cannot be read, the page says so, and claims nothing about the password', async () => {
  const { page } = await world.browser.visit(world.app.url);
  await enter(page, 'ada', 'acme', next);
  await page.route('**/api/get-password-rules', (route) => route.abort());
  await page.goto('/account/security');
  await page.getByRole('region', { name: 'Password' }).getByRole('alert').waitFor();
  expect(await page.getByText('You have no password yet.').count()).toBe(0);
});
