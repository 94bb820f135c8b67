import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { clientKey, keySet } from '../../protocol/tokens/private-key-world.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

test('35.34 a button fills in the settings of FAPI 2, which show before the save and need the keys', async () => {
  const { admin, page, heading, field, tab, button, save, stored } = desk;
  const before = { grantTypes: ['authorization_code', 'password'], oauthFeatures: ['device_authorization'] };
  await add(admin, 'application', { name: 'bank', organization: 'built-in', ...before });
  await page.goto('/applications/bank?tab=protocols');
  await heading('bank');
  await button('Use the settings of FAPI 2').click();
  await expect.poll(() => field('Require pushed requests').isChecked()).toBe(true);
  expect(await field('Require PKCE').isChecked()).toBe(true);
  expect(await stored('application', 'admin/bank')).toMatchObject({ clientType: 'confidential', ...before });
  await tab('Tokens');
  expect(await field('Rotate refresh tokens').isChecked()).toBe(false);
  await tab('Settings');
  expect(await field('Client secret').count()).toBe(0);
  const jwks = keySet(await clientKey());
  await field('JWKS').fill(jwks);
  await save();
  expect(await stored('application', 'admin/bank')).toMatchObject({
    clientType: 'private_key',
    jwks,
    grantTypes: ['authorization_code'],
    oauthFeatures: ['device_authorization', 'dpop'],
    requirePushedRequests: true,
    requirePkce: true,
    rotateRefreshTokens: false,
  });
});
