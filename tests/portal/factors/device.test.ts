import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { password } from '../../harness/world.ts';
import { openPortal, type PortalPages } from '../world/portal-pages.ts';
import { anEnrolled, button, codeNow, heading } from './people.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal?.stop());

test('S28 a person who connects a device proves their second factor first, and the device gets nothing before', async () => {
  const television = await portal.application('television', {
    ...{ oauthFeatures: ['device_authorization'], clientType: 'public', displayName: 'Television' },
  });
  const { name, secret } = await anEnrolled(portal);
  const rp = await portal.relyingParty(television);
  const device = await client.initiateDeviceAuthorization(rp, { scope: 'openid' });
  const pending = () =>
    client.genericGrantRequest(rp, 'urn:ietf:params:oauth:grant-type:device_code', { device_code: device.device_code });
  const { page, complaints } = await portal.visit();
  await page.goto(String(device.verification_uri_complete));
  await heading(page, 'Connect this device?');
  await button(page, 'Connect').click();
  await signIn(page, name, password);
  await heading(page, 'Second factor');
  await expect(pending()).rejects.toMatchObject({ error: 'authorization_pending' });
  await page.getByLabel('Code', { exact: true }).fill(codeNow(secret, 1));
  await button(page, 'Confirm').click();
  await heading(page, 'The device is connected');
  const tokens = await client.pollDeviceAuthorizationGrant(rp, device);
  expect(tokens.claims()).toMatchObject({ amr: expect.arrayContaining(['pwd', 'otp', 'mfa']) });
  expect(complaints).toEqual([]);
});
