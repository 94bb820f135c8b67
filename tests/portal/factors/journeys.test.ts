import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { signIn } from '../../console/world/browser.ts';
import { basic } from '../../harness/client.ts';
import { password } from '../../harness/world.ts';
import { callback } from '../../protocol/world.ts';
import { arrival, enter, openedPage, openPortal, type PortalPages, requestOf } from '../world/portal-pages.ts';
import { anEnrolled, aUser, button, codeNow, enrol, heading, keepCodes, welcome } from './people.ts';

const severalFactors = 'urn:doorwright:acr:two-factors';

let portal: PortalPages;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal?.stop());

const rule = (secondFactor: string) =>
  portal.root.post('update-organization', { secondFactor }, { query: { id: 'admin/acme' } });

test('a person sets up an app on their account page, and signs in by password and its code', async () => {
  const { page, complaints } = await portal.visit();
  const name = await aUser(portal);
  await enter(page, name);
  await page.goto('/account/security');
  await button(page, 'Set up an app').click();
  const secret = await enrol(page);
  expect(await keepCodes(page)).toHaveLength(10);
  await page.getByText('App for one-time codes').waitFor();
  await page.getByText(/^Unused codes: 10/).waitFor();
  await page.goto('/logout');
  await button(page, 'Sign In').waitFor();
  await signIn(page, name, password);
  await heading(page, 'Second factor');
  expect(await findings(page)).toEqual([]);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await button(page, 'Confirm').click();
  await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
  await page.getByLabel('Code', { exact: true }).fill(codeNow(secret, 1));
  await page.keyboard.press('Enter');
  await welcome(page);
  expect(complaints).toEqual([]);
});

test('a person who has lost their phone signs in by a recovery code', async () => {
  const { name, codes } = await anEnrolled(portal);
  const { page } = await portal.visit();
  await page.goto('/login/acme');
  await signIn(page, name, password);
  await button(page, 'Use a recovery code').click();
  await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
  await button(page, 'Confirm').click();
  await welcome(page);
  await page.goto('/account/security');
  await page.getByText(/^Unused codes: 9/).waitFor();
});

test('an administrator who must have a second factor sets it up before they come in', async () => {
  await rule('administrators');
  try {
    const { page, complaints } = await portal.visit();
    const name = await aUser(portal, { isAdmin: true });
    await page.goto('/login/acme');
    await signIn(page, name, password);
    await heading(page, 'Set up a second factor');
    expect(await findings(page)).toEqual([]);
    // There is no way around it.
    expect((await (await page.request.get('/api/get-account')).json()).status).toBe('error');
    expect(await page.getByRole('button', { name: /^Later/ }).count()).toBe(0);
    await enrol(page);
    await heading(page, 'Recovery codes');
    expect(await button(page, 'Continue').isDisabled()).toBe(true);
    expect(await keepCodes(page)).toHaveLength(10);
    await welcome(page);
    expect(complaints).toEqual([]);
    await portal.app.signedIn('acme', await aUser(portal), password);
  } finally {
    await rule('optional');
  }
});

test('a client asks a signed-in user for a second factor by acr_values, and its token says what they did', async () => {
  const { name, secret } = await anEnrolled(portal);
  const bank = await portal.application('bank', { enableSigninSession: true });
  await rule('off');
  try {
    const { page } = await portal.visit();
    await enter(page, name);
    await page.goto(requestOf(bank, { acr_values: severalFactors }));
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    await heading(page, 'Second factor');
    await page.getByLabel('Code', { exact: true }).fill(codeNow(secret, 1));
    await button(page, 'Confirm').click();
    const code = String((await arrival(page)).searchParams.get('code'));
    const form = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: callback });
    const headers = basic(bank.clientId, bank.clientSecret);
    const { body } = await portal.app.anonymous.post('/api/login/oauth/access_token', form, { headers });
    const { id_token: token } = body as unknown as { id_token: string };
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ acr: severalFactors, amr: expect.arrayContaining(['pwd', 'otp', 'mfa']) });
    // The session has a second factor now, so the next request is not asked.
    expect(await openedPage(page, bank, { acr_values: severalFactors })).toMatch(
      /^https:\/\/app\.example\/callback\?code=/,
    );
  } finally {
    await rule('optional');
  }
});
