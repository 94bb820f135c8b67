import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type BrowserContext,
  type BrowserContextOptions,
  type Browser as ChromiumBrowser,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { chromiumPath } from '../../harness/chromium.ts';
import type { Client } from '../../harness/client.ts';
import { withFileLock } from '../../harness/control-plane/lock.ts';
import { LeftOut } from '../../harness/runner/left-out.ts';

const root = join(import.meta.dirname, '..', '..', '..');

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const built = new Map<string, Promise<unknown>>();
/** Test files that start together would overwrite each other's build. */
const buildConsole = (repository: string) =>
  withFileLock(join(tmpdir(), 'doorwright-console-build.lock'), () =>
    promisify(execFile)(process.execPath, [join(repository, 'api', 'process', 'bin', 'build-console.ts')]),
  );

/** Long enough for a page to request what is missing. */
const aMoment = 'new Promise((go) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(go)), 50))';

let launched: Promise<ChromiumBrowser> | undefined;

/** One browser for all files of a worker, which ends with it. A start costs as much as several pages. */
async function browserOfWorker(): Promise<ChromiumBrowser> {
  const present = await launched?.catch(() => undefined);
  if (present?.isConnected()) return present;
  launched = chromium.launch({ executablePath: chromiumPath(), args: flags });
  return launched;
}

/** Debian's Chromium over the built console of this repository, or of a copy. `close` ends the profiles that were opened here. */
export async function openBrowser(repository = root) {
  if (!existsSync(chromiumPath())) throw new LeftOut(`${chromiumPath()} is missing`);
  const build = built.get(repository) ?? buildConsole(repository);
  built.set(repository, build);
  await build.catch((error) => {
    built.delete(repository);
    throw error;
  });
  const browser = await browserOfWorker();
  const opened: BrowserContext[] = [];
  return {
    /** A fresh profile. It reports errors of the page, such as a violation of its content security policy. */
    async visit(url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
      const context = await browser.newContext({ baseURL: url, locale: 'en-US', ...options });
      opened.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(45_000);
      const complaints: string[] = [];
      page.on('console', (message) => {
        // An unknown address answers 404 with the page.
        const isPage = !/\/(api|assets)\//.test(message.location().url);
        if (isPage && /^Failed to load resource.* 404/.test(message.text())) return;
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      let asked = 0;
      let underWay = 0;
      // A stream of events stays open as long as its page.
      const counts = (request: Request) => (request.resourceType() === 'eventsource' ? 0 : 1);
      page.on('request', (request) => {
        asked += counts(request);
        underWay += counts(request);
      });
      for (const end of ['requestfinished', 'requestfailed'] as const)
        page.on(end as 'requestfinished', (request) => {
          underWay -= counts(request);
        });
      const atRest = async () => {
        let before: number;
        do {
          before = asked;
          await page.evaluate(aMoment);
        } while (underWay > 0 || asked > before);
      };
      return { context, page, complaints, atRest };
    },
    async close() {
      await Promise.all(opened.splice(0).map((context) => context.close()));
    },
  };
}

export interface Visitor {
  context: BrowserContext;
  page: Page;
  complaints: string[];
  /** All requests of the page are answered, and no new one has begun. */
  atRest: () => Promise<void>;
}

export type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** Signs a visitor in with the session of a client, where the sign-in page is not what is tested. */
export const signInAs = ({ context }: Pick<Visitor, 'context'>, { cookies }: Pick<Client, 'cookies'>, url: string) =>
  context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })));

/** Signs in through the page. */
export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username, email or phone').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}
