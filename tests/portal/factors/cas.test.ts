import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { password } from '../../harness/world.ts';
import { casActions, service } from '../../protocol/cas/cas-world.ts';
import { openPortal, type PortalPages } from '../world/portal-pages.ts';
import { anEnrolled, button, codeNow, heading } from './people.ts';

let portal: PortalPages;
let cas: ReturnType<typeof casActions>;
beforeAll(async () => {
  portal = await openPortal();
  cas = casActions(portal);
  await cas.casApplication('wiki');
});
afterAll(() => portal?.stop());

test('S28 a person with a second factor proves it before a service of CAS gets a ticket', async () => {
  const { name, secret } = await anEnrolled(portal);
  const { page, context } = await portal.visit();
  const brought: string[] = [];
  await context.route('https://wiki.example/**', (route) => {
    brought.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Wiki</title>' });
  });
  await page.goto(`/cas/acme/wiki/login?${new URLSearchParams({ service })}`);
  await signIn(page, name, password);
  await heading(page, 'Second factor');
  expect(brought).toEqual([]);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await button(page, 'Confirm').click();
  await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
  expect(brought).toEqual([]);
  await page.getByLabel('Code', { exact: true }).fill(codeNow(secret, 1));
  await button(page, 'Confirm').click();
  await page.waitForURL('https://wiki.example/**');
  const ticket = new URL(page.url()).searchParams.get('ticket') ?? '';
  expect((await cas.ask('wiki', 'validate', { ticket, service })).text).toBe(`yes\n${name}\n`);
});
