import { openBrowser } from '../console/world/browser.ts';
import { watchNetwork } from './network.ts';
import { startServer } from './server.ts';

const runs = 5;

/** The slow 4G of DevTools: the delay of each request, and the bytes for each second. */
const slow4g = { offline: false, latency: 562.5, downloadThroughput: 1_474_560 / 8, uploadThroughput: 675_000 / 8 };

/** The time of the first usable field. The whole page appears at once. */
const noteInteractive = `window.interactive = new Promise((resolve) => {
  new MutationObserver((_, observer) => {
    if (!document.getElementById('username')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
  }).observe(document, { childList: true, subtree: true });
})`;

const readPaint = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime);
  }).observe({ type: 'paint', buffered: true });
})`;

const median = (values: number[]) => Math.round(values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);

const server = await startServer();
const browser = await openBrowser();

/** One visit with an empty cache. */
async function visit(conditions: typeof slow4g | undefined, slower: number) {
  const { page, context } = await browser.visit(server.url);
  const devtools = await context.newCDPSession(page);
  const network = await watchNetwork(devtools);
  if (conditions) await devtools.send('Network.emulateNetworkConditions', conditions);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.addInitScript(noteInteractive);
  await page.goto('/login');
  await page.waitForLoadState('networkidle');
  const interactive = await page.evaluate<number>('window.interactive');
  const painted = await page.evaluate<number>(readPaint);
  await context.close();
  return { painted, interactive, ...network() };
}

try {
  for (const [network, conditions] of Object.entries({ 'no throttling': undefined, 'slow 4G': slow4g }))
    for (const slower of [1, 4]) {
      const visits: Awaited<ReturnType<typeof visit>>[] = [];
      for (let run = 0; run < runs; run++) visits.push(await visit(conditions, slower));
      const of = (figure: keyof (typeof visits)[number]) => median(visits.map((each) => each[figure]));
      console.log(
        `${network}, CPU ${slower} times slower: first paint ${of('painted')} ms, interactive ${of('interactive')} ms; ` +
          `${of('requests')} requests, ${of('bytes')} bytes, ${of('depth')} deep`,
      );
    }
} finally {
  await browser.close();
  await server.stop();
}
