import { createServer, type Server } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { password } from '../../harness/world.ts';
import { casActions } from '../../protocol/cas/cas-world.ts';
import { openPortal, type PortalPages } from '../world/portal-pages.ts';

let portal: PortalPages;
let cas: ReturnType<typeof casActions>;
let wiki: Server;
let origin: string;
let service: string;

beforeAll(async () => {
  // A browser that follows a redirect asks a real server.
  wiki = createServer((_req, res) => {
    res
      .setHeader('Content-Type', 'text/html')
      .end('<!doctype html><title>Wiki</title><link rel="icon" href="data:,"><h1>Wiki</h1>');
  });
  await new Promise<void>((resolve) => void wiki.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(wiki.address() as { port: number }).port}`;
  service = `${origin}/page?id=1`;
  portal = await openPortal();
  cas = casActions(portal);
  await cas.casApplication('wiki', { casServices: [`${origin}/*`], displayName: 'Wiki' });
}, 120_000);
afterAll(async () => {
  wiki?.close();
  await portal?.stop();
});

const loginAt = (query: Record<string, string> = {}) =>
  `/cas/acme/wiki/login?${new URLSearchParams({ service, ...query })}`;
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

/** The address at the service where the browser ends. */
async function arrival(page: Page): Promise<URL> {
  await page.waitForURL(`${origin}/**`);
  return new URL(page.url());
}

async function userOf(page: Page): Promise<string> {
  const ticket = (await arrival(page)).searchParams.get('ticket') ?? '';
  return (await cas.ask('wiki', 'validate', { ticket, service })).text;
}

describe('In a browser, a service of CAS', () => {
  test('signs a user in by the page, and the next time without a page', async () => {
    const { page, complaints } = await portal.visit();
    await page.goto(loginAt());
    await signIn(page, 'alice', password);
    expect(await userOf(page)).toBe('yes\nalice\n');
    await page.goto(loginAt());
    expect(await userOf(page)).toBe('yes\nalice\n');
    expect(complaints).toEqual([]);
  });

  test('gets a new proof with renew, also from a user who is signed in', async () => {
    const { page } = await portal.visit();
    await page.goto(loginAt());
    await signIn(page, 'alice', password);
    await arrival(page);
    await page.goto(loginAt({ renew: 'true' }));
    await heading(page, 'Sign In');
    expect(await page.getByText('Continue with:').count()).toBe(0);
    await signIn(page, 'alice', password);
    const ticket = (await arrival(page)).searchParams.get('ticket') ?? '';
    expect((await cas.ask('wiki', 'validate', { ticket, service, renew: 'true' })).text).toBe('yes\nalice\n');
  });

  test('gets the browser back at once with gateway: without a session and with one', async () => {
    const { page } = await portal.visit();
    await page.goto(loginAt({ gateway: 'true' }));
    expect(String(await arrival(page))).toBe(service);
    await page.goto(loginAt());
    await signIn(page, 'alice', password);
    await arrival(page);
    await page.goto(loginAt({ gateway: 'true' }));
    expect(await userOf(page)).toBe('yes\nalice\n');
  });

  test('gets the ticket in a form with method=POST, from the page and without it', async () => {
    const { page, complaints } = await portal.visit();
    const posted = () =>
      page.waitForRequest((request) => request.method() === 'POST' && request.url().startsWith(origin));
    const ticketOf = async (request: ReturnType<typeof posted>) =>
      new URLSearchParams((await request).postData() ?? '').get('ticket');
    const first = posted();
    await page.goto(loginAt({ method: 'POST' }));
    await signIn(page, 'alice', password);
    expect(await ticketOf(first)).toMatch(/^ST-/);
    await arrival(page);
    const second = posted();
    await page.goto(loginAt({ method: 'POST' }));
    expect(await ticketOf(second)).toMatch(/^ST-/);
    expect(complaints).toEqual([]);
  });

  test('that is not registered gets nothing, and the page names it', async () => {
    const { page } = await portal.visit();
    await page.goto('/cas/acme/wiki/login?service=https://evil.example/');
    await page
      .getByText('The CAS service "https://evil.example/" is not registered for the application wiki')
      .waitFor();
    expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
  });

  test('gets its user back after a sign-out, which asks a user whom another site sent', async () => {
    const { page } = await portal.visit();
    await page.goto(loginAt());
    await signIn(page, 'alice', password);
    await arrival(page);
    await page.setContent(
      `<a href="${portal.app.url}/cas/acme/wiki/logout?service=${encodeURIComponent(service)}">Out</a>`,
    );
    await page.getByText('Out').click();
    await page.getByText('You are signed in as Alice Liddell.').waitFor();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    expect(String(await arrival(page))).toBe(service);
    await page.goto(loginAt());
    await heading(page, 'Sign In');
  });
});

test('Without a service, the page says that the user is signed in, and offers to sign out', async () => {
  const { page, complaints } = await portal.visit();
  await page.goto('/cas/acme/wiki/login');
  await signIn(page, 'alice', password);
  await heading(page, 'Logged in successfully');
  await page.getByText('Now you can visit apps protected by Doorwright.').waitFor();
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await page.waitForURL('**/cas/acme/wiki/login');
  await heading(page, 'Sign In');
  expect(complaints).toEqual([]);
});
