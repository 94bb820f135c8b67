import type { Browser } from '../../console/world/browser.ts';
import { signIn } from '../../console/world/browser.ts';
import { password } from '../../harness/world.ts';

/** The page on which a browser stopped. */
export interface Arrival {
  url: URL;
  /** The server asked the user to sign in. */
  wasAsked: boolean;
  /** The text of the page. */
  text: string;
  status: number;
}

/** A new browser, in which Alice signs in and gives her consent when the server asks. */
export async function openAgent(browser: Browser, server: string) {
  const { page, context } = await browser.visit(server);

  const back = page.getByText('Back at the application');
  const passwordField = page.locator('input[type=password]');
  const agree = page.getByRole('button', { name: 'Allow' });
  // The page shows its title before its script and the form are there.
  const heading = page.locator('body:not(:has([aria-busy=true]))').getByRole('heading');

  async function rest(status: number): Promise<Arrival> {
    let wasAsked = false;
    if (status < 400) {
      await back.or(passwordField).or(agree).or(heading).first().waitFor();
      if (await passwordField.isVisible()) {
        wasAsked = true;
        await signIn(page, 'alice', password);
        await back.or(agree).waitFor();
      }
      if (await agree.isVisible()) {
        await agree.click();
        await back.waitFor();
      }
    }
    return { url: new URL(page.url()), wasAsked, status, text: await page.locator('body').innerText() };
  }

  return {
    page,
    /** Follows a link. */
    open: async (url: URL) => rest((await page.goto(url.href))?.status() ?? 0),
    /** Sends a form from the application's page. */
    async post(url: URL, from: string): Promise<Arrival> {
      const fields = [...url.searchParams].map(([name, value]) => `<input name="${name}" value="${value}">`);
      await page.goto(from);
      await page.setContent(
        `<form method="post" action="${url.origin}${url.pathname}">${fields.join('')}<button>Go</button></form>`,
      );
      await page.getByRole('button').click();
      return rest(200);
    },
    close: () => context.close(),
  };
}

export type Agent = Awaited<ReturnType<typeof openAgent>>;
