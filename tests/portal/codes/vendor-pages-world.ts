import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { add } from '../../harness/world.ts';
import {
  field,
  item,
  type PagesWorld,
  passwordItems,
  signupApplication,
  startPages,
  visitPage,
} from '../world/pages-world.ts';
import { requestOf } from '../world/portal-pages.ts';
import { openVendor, type VendorType } from './captcha-scripts.ts';
import { type CaptchaVendor, keys, startCaptchaVendor } from './captcha-vendor.ts';

export interface VendorPages extends PagesWorld {
  vendor: CaptchaVendor;
}

/** A server with acme's shop, a browser, and a stand-in for the vendors of captchas. */
export async function startVendorPages(): Promise<VendorPages> {
  const [world, vendor] = await Promise.all([startPages(), startCaptchaVendor()]);
  return {
    ...world,
    vendor,
    async stop() {
      vendor.stop();
      await world.stop();
    },
  };
}

export const nameOf = (type: VendorType) => type.toLowerCase().replaceAll(' ', '-');
const items = [item('Username'), item('Email', { rule: 'Normal' }), ...passwordItems];

/** The sign-up page of an application with this captcha. */
export async function guarded(
  world: VendorPages,
  type: VendorType,
  own: Record<string, unknown> = {},
  name = nameOf(type),
): Promise<string> {
  if ((await world.root.get('get-provider', { id: `admin/${name}` })).body.status !== 'ok')
    await add(world.root, 'provider', {
      ...{ name, category: 'Captcha', type, subType: type === 'Aliyun Captcha' ? 'ic' : '', ...keys },
      endpoint: world.vendor.endpointOf(type),
      ...own,
    });
  const redirectUris = ['https://app.example/callback'];
  return signupApplication(world, name, items, { redirectUris, providers: [{ name: 'provider_mail' }, { name }] });
}

/** The sign-in page of an application with this captcha, for a client that the browser reaches. */
export async function signInAt(world: VendorPages, name: string, type: VendorType) {
  const { data } = await world.root.get('get-application', { id: `admin/${name}` }).then(({ body }) => body);
  const visitor = await visitPage(world, requestOf(data));
  const asked = await openVendor(visitor.context, type, world.vendor);
  await visitor.context.route('https://app.example/**', (route) => route.fulfill({ body: 'client' }));
  return { ...visitor, asked };
}

/** The page of the captcha within the page that asks for it. */
export const frameOf = (page: Page) => page.frameLocator('dialog iframe');
export const checkbox = (page: Page) =>
  frameOf(page).frameLocator('iframe').getByRole('button', { name: 'I am human' });

export async function openCaptcha(page: Page, email = `${randomUUID()}@example.com`): Promise<string> {
  await field(page, 'Email').fill(email);
  await page.getByRole('button', { name: /^Send Code/ }).click();
  await frameOf(page).getByRole('heading', { name: 'Captcha' }).waitFor();
  return email;
}

export const confirm = (page: Page) => frameOf(page).getByRole('button', { name: 'OK' });
