import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '../../harness/runner/tier.ts';
import { enter, openPortal, type PortalPages } from '../world/portal-pages.ts';
import { aUser, button } from './people.ts';
import { readQrCode } from './read-qr-code.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal?.stop());

const keyOf = async (page: Page) => {
  await page.getByText('The picture cannot be scanned').click();
  return ((await page.locator('code.factor-key').textContent()) ?? '').replaceAll(' ', '');
};

// Dark on light in both themes, because few cameras read the opposite.
test.each(isFull() ? (['light', 'dark'] as const) : (['dark'] as const))(
  'a camera reads the QR code of a new app in %s, drawn without another server',
  async (colorScheme) => {
    const { page, context } = await portal.visit({ colorScheme });
    const name = await aUser(portal);
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    await enter(page, name);
    await page.goto('/account/security');
    await button(page, 'Set up an app').click();
    const picture = page.getByRole('img', { name: 'QR code for your app' });
    const text = await readQrCode(context, await picture.screenshot());
    const address = new URL(text);
    expect(address.href).toMatch(/^otpauth:\/\/totp\//);
    expect(decodeURIComponent(address.pathname)).toContain(`acme/${name}`);
    expect(address.searchParams.get('secret')).toBe(await keyOf(page));
    expect([...hosts]).toEqual([new URL(portal.app.url).host]);
  },
);
