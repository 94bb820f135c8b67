import type { Ticker } from '@doorwright/api/background/ticks.ts';
import type { BrowserContextOptions, Locator } from 'playwright-core';
import { startApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { type Browser, openBrowser, signInAs } from './browser.ts';

interface Server {
  url: string;
  admin: () => Promise<Client>;
  stop: () => Promise<void>;
}

/** An administrator who is signed in at the console of a server and finds each control by its label. No page is open yet. */
export async function deskAt<S extends Server>(browser: Browser, app: S) {
  const admin = await app.admin();
  const visitAs = async (client: Pick<Client, 'cookies'>, options: BrowserContextOptions = {}) => {
    // A picture between two states of a page costs processor time, and no test looks at it.
    const visitor = await browser.visit(app.url, { reducedMotion: 'reduce', ...options });
    await signInAs(visitor, client, app.url);
    return visitor;
  };
  const visitor = await visitAs(admin, { viewport: { width: 1600, height: 1000 } });
  const { page } = visitor;
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
  return {
    app,
    admin,
    browser,
    visitor,
    page,
    button,
    /** A heading, or the name below the title of an object with a display name. */
    heading: (name: string) =>
      page
        .getByRole('heading', { name, exact: true })
        .or(page.locator('.editor-title small').getByText(name, { exact: true }))
        .first()
        .waitFor(),
    field: (name: string) => page.getByLabel(name, { exact: true }),
    /** Opens a tab of an editor. */
    tab: (name: string) => page.getByRole('tab', { name, exact: true }).click(),
    /** Opens a folded section of an editor. */
    unfold: (title: string) => page.getByRole('button', { name: new RegExp(`^${title} (Set|Nothing)`) }).click(),
    /** A row of a table in the form, counted from 1. */
    row: (table: string, place: number) =>
      page.getByRole('grid', { name: table, exact: true }).locator(`[data-place="${place}"]`),
    /** Opens the form of a row, if it is closed. */
    async openRow(table: string, place: number) {
      const row = page.getByRole('grid', { name: table, exact: true }).locator(`[data-place="${place}"]`);
      const toggle = row.getByRole('button', { name: new RegExp(`^Edit ${place}:`) });
      if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
    },
    /** Opens a list of choices and takes one. */
    async choose(list: Locator, choice: string) {
      await list.click();
      await page.getByRole('option', { name: choice, exact: true }).click();
    },
    async save() {
      // The toast of the save before may still be there.
      const answered = page.waitForResponse((response) => /\/api\/(add|update)-/.test(response.url()));
      await button('Save').click();
      await answered;
      await page.getByText('Successfully saved').first().waitFor();
    },
    async stored(kind: string, id: string) {
      return (await admin.get(`get-${kind}`, { id })).body.data;
    },
    /** A profile of its own, with the session of a client. No page is open yet. */
    visitAs,
    async close() {
      await browser.close();
      await app.stop();
    },
  };
}

/** An administrator at the console of a server of its own. */
export const openDesk = async (
  settings: Record<string, string> = {},
  now = () => new Date(),
  { ticker }: { ticker?: Ticker } = {},
) => deskAt(await openBrowser(), await startApp({ settings, now, ...(ticker && { ticker }) }));

export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** Shows every column of a list, as the user chooses them in the list's dialog. */
export async function showAllColumns({ page }: Pick<Desk, 'page'>, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Manage columns', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Select all' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
}
