import type { Page } from 'playwright-core';
import { button } from '../factors/people.ts';
import { enter } from '../world/portal-pages.ts';
import { openSamlPages } from './pages.ts';
import { openService } from './service.ts';

/** A portal with two service providers of SAML that remember what they learn. */
export async function openTwoServices() {
  const pages = await openSamlPages();
  const [crm, desk] = [await openService(pages, 'crm'), await openService(pages, 'desk')];
  return {
    ...{ ...pages, crm, desk },
    forget() {
      for (const { seen } of [crm, desk])
        Object.assign(seen, { profile: undefined, answers: [], told: 0, silence: undefined });
    },
    async stop() {
      crm.stop();
      desk.stop();
      await pages.stop();
    },
  };
}

export type TwoServices = Awaited<ReturnType<typeof openTwoServices>>;

export const shows = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
/** Begins a way that leads on by itself. */
export const go = (page: Page, address: string) => page.goto(address, { waitUntil: 'commit' });

/** A browser whose user has signed in once, and is known to both service providers. */
export async function inBoth({ visit, crm, desk }: TwoServices) {
  const { page, complaints } = await visit();
  await enter(page, 'alice');
  await go(page, await crm.signIn());
  await shows(page, 'crm');
  await go(page, await desk.signIn());
  await shows(page, 'desk');
  return { page, complaints };
}

export async function asksAgain({ crm }: TwoServices, page: Page) {
  await page.goto(await crm.signIn());
  await button(page, 'Sign In').waitFor();
}
