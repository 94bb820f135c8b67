import { connect } from '@doorwright/api/db/knex.ts';
import type { Page } from 'playwright-core';
import { openBrowser, signIn } from '../console/world/browser.ts';
import { adminPassword } from '../harness/database/template.ts';
import { slownessDuring } from '../harness/machine-speed.ts';
import { loadUsers } from './many-users.ts';
import { watchNetwork } from './network.ts';
import { startServer } from './server.ts';

/** The console with a processor that is four times slower, and an empty cache for each visit. A missed target ends it with 1. */
const runs = 15;
const slower = 4;
const users = 200;
const targets = { list: 3000, editor: 1500, nextPage: 150, laterPage: 150 };

/**
 * Resolves with the time at which the page has what it waits for, is painted, and can take input. Time is that of the page, so the way to
 * the browser does not count.
 */
const noteTimes = `window.usable = (isThere) => new Promise((resolve) => {
  const look = () => {
    if (!isThere()) return false;
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    return true;
  };
  if (look()) return;
  const observer = new MutationObserver(() => look() && observer.disconnect());
  observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
});
window.rows = () => [...document.querySelectorAll('main tbody a')].map(({ textContent }) => textContent).join();`;

const hasRows = "usable(() => rows() !== '')";
const median = (values: number[]) => Math.round(values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);

/** The same machine may be half as fast an hour later, so the figures tell how fast it was. */
const slowness = () => slownessDuring(async () => {});

const server = await startServer();
const browser = await openBrowser();

const db = connect(server.databaseUrl);
await loadUsers(db, 'built-in', users);
await db.destroy();

const first = await browser.visit(server.url);
await first.page.goto('/login');
await signIn(first.page, 'admin', adminPassword);
await first.page.getByRole('navigation', { name: 'Menu' }).waitFor();
const storageState = await first.context.storageState();

/** The time between the click on a control and what it leads to. */
async function afterClick(page: Page, selector: string, isThere: string): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const control = document.querySelector(${JSON.stringify(selector)});
    const begun = performance.now();
    control.click();
    return (await usable(() => ${isThere})) - begun;
  })()`);
}

/** The time between the answer of the api and the drawn rows of the next page. */
const afterAnswer = (page: Page) =>
  page.evaluate<number>(`(async () => {
    const before = rows();
    document.querySelector('main [data-action=next]').click();
    const drawn = await usable(() => rows() !== '' && rows() !== before);
    const calls = performance.getEntriesByType('resource').filter(({ name }) => /\\/api\\/get-(global-)?users/.test(name));
    return drawn - calls.at(-1).responseEnd;
  })()`);

async function visit() {
  const { page, context } = await browser.visit(server.url, { storageState });
  const devtools = await context.newCDPSession(page);
  const network = await watchNetwork(devtools);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.addInitScript(noteTimes);
  await page.goto('/users');
  const list = await page.evaluate<number>(hasRows);
  await page.waitForLoadState('networkidle');
  const loaded = network();
  // The first page has the row of an administrator, which is twice as high, and all rows below it move.
  const nextPage = await afterAnswer(page);
  await page.waitForLoadState('networkidle');
  const laterPage = await afterAnswer(page);
  await page.waitForLoadState('networkidle');
  const editor = await afterClick(page, 'main tbody a', "document.querySelector('form input, form textarea')");
  await context.close();
  return { list, editor, nextPage, laterPage, ...loaded };
}

try {
  const visits: Awaited<ReturnType<typeof visit>>[] = [];
  await visit();
  const slownesses = [await slowness()];
  for (let run = 0; run < runs; run++) visits.push(await visit());
  slownesses.push(await slowness());
  const of = (figure: keyof (typeof visits)[number]) => median(visits.map((each) => each[figure]));
  console.log(
    `CPU ${slower} times slower, medians of ${runs} visits: ${of('requests')} requests, ${of('bytes')} bytes`,
  );
  const [before, after] = slownesses.map((each) => each.toFixed(1));
  console.log(`processor time of this machine, in that of the reference: ${before} before, ${after} after`);
  for (const [figure, target] of Object.entries(targets)) {
    const taken = of(figure as keyof typeof targets);
    console.log(`${figure}: ${taken} ms (target ${target} ms)`);
    if (taken > target) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.stop();
}
