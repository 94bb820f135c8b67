import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { from, portalSettings } from '../world/portal-world.ts';

const active = `<h2>Rules</h2><p style="background:url(https://evil.example/x)" onclick="x()">Be <b>kind</b>.</p>
  <script>alert(1)</script><style>@import "https://evil.example/x.css";</style><iframe src="https://evil.example"></iframe>
  <a href="javascript:alert(1)">one</a> <a href="https://acme.example/">two</a> <img src="data:text/html,x" onerror="x()">
  <svg onload="x()"></svg><form action="https://evil.example"><input name="password"></form><base href="https://evil.example">`;

let site: Server;
let asked = 0;
let address: string;
let app: TestApp;
let root: Client;
beforeAll(async () => {
  site = createServer((req, res) => {
    asked += 1;
    if (req.url === '/gone') return void res.writeHead(404).end('not here');
    if (req.url === '/inside') return void res.writeHead(302, { Location: 'http://10.0.0.1/' }).end();
    if (req.url === '/large') return void res.setHeader('Content-Type', 'text/html').end('x'.repeat(2 ** 21));
    if (req.url === '/nested') return void res.setHeader('Content-Type', 'text/html').end('<b>'.repeat(300_000));
    if (req.url === '/ampersands') return void res.setHeader('Content-Type', 'text/html').end('&'.repeat(2 ** 20));
    if (req.url === '/program') return void res.setHeader('Content-Type', 'text/javascript').end('alert(1)');
    if (req.url === '/plain') return void res.setHeader('Content-Type', 'text/plain').end('1 < 2 & <script>');
    res.setHeader('Content-Type', 'text/html; charset=utf-8').end(active);
  });
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(site.address() as { port: number }).port}`;
  app = await startApp({ settings: portalSettings });
  root = await app.admin();
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
});
afterAll(async () => {
  await app.stop();
  site.closeAllConnections();
  site.close();
});

let applications = 0;
async function asApplication(fields: Record<string, unknown>, page: string, client = from(app)) {
  const name = `app-${++applications}`;
  await add(root, 'application', { name, organization: 'acme', cert: 'cert-built-in', ...fields });
  return (await client.get('get-page-html', { applicationId: `admin/${name}`, page })).body;
}

describe('S49 HTML of an application', () => {
  test.each([
    ['terms', () => ({ termsOfUse: `${address}/terms` })],
    ['signup', () => ({ signupHtml: active })],
    ['signin', () => ({ signinHtml: active })],
  ])('%s keeps its text and links, and loses scripts, files and forms', async (page, fields) => {
    const { data } = await asApplication(fields(), page);
    expect(data).toContain('<h2>Rules</h2>');
    expect(data).toContain('<b>kind</b>');
    expect(data).toContain('<a href="https://acme.example/">two</a>');
    expect(data).toContain('<img alt="" />');
    expect(data).not.toMatch(/script|evil|onclick|onerror|onload|@import|data:|iframe|style|<(svg|form|input|base)/i);
  });

  test('plain terms are shown as they are', async () => {
    const { data } = await asApplication({ termsOfUse: `${address}/plain` }, 'terms');
    expect(data).toBe('<pre>1 &lt; 2 &amp; &lt;script&gt;</pre>');
  });

  test.each(['/gone', '/inside', '/large', '/nested', '/program'])(
    'terms at %s are not shown, and the answer says so',
    async (path) => {
      const answer = await asApplication({ termsOfUse: `${address}${path}` }, 'terms');
      expect(answer).toMatchObject({
        code: 'terms-unavailable',
        msg: 'The terms of use are not available now. Try again later.',
      });
    },
  );

  test('17.9 35.3 a text whose elements would keep the server busy is not saved, because no page would show it', async () => {
    const tried = async (field: string, tags: number) => {
      const fields = { name: `app-${++applications}`, organization: 'acme', [field]: '<b>'.repeat(tags) };
      const { code, msg } = (await root.post('add-application', fields)).body;
      return code ? msg : 'saved';
    };
    for (const field of ['signupHtml', 'signinHtml']) expect(await tried(field, 20_001)).toMatch(/at most 20000 tags/);
    expect(await tried('signupHtml', 20_000)).toBe('saved');
  });

  test('17.9 35.3 a megabyte that a parser reads for seconds delays nobody', async () => {
    const application = { termsOfUse: `${address}/ampersands` };
    // The server runs in this thread, and its readers in threads of their own.
    const [before, beforeInAll] = [process.threadCpuUsage(), process.cpuUsage()];
    const { data } = await asApplication(application, 'terms');
    const [here, all] = [process.threadCpuUsage(before), process.cpuUsage(beforeInAll)];
    expect(data).toBe('&amp;'.repeat(2 ** 20));
    // The client of the test reads and checks the five megabytes in this thread too.
    expect(here.user + here.system).toBeLessThan((all.user + all.system) / 2);
  });

  test('no request is sent for an application without terms, or for an unknown page', async () => {
    const before = asked;
    expect((await asApplication({}, 'terms')).code).toBe('terms-unavailable');
    expect((await asApplication({ termsOfUse: `${address}/terms` }, 'other')).code).toBe('missing-parameter');
    expect(asked).toBe(before);
  });
});

test('17.12 terms inside our own network are fetched only for an organization that may go there', async () => {
  const strict = await startApp({ databaseUrl: app.databaseUrl, settings: { DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' } });
  try {
    const before = asked;
    const answer = await asApplication({ termsOfUse: `${address}/terms` }, 'terms', strict.client());
    expect(answer.code).toBe('terms-unavailable');
    expect(asked).toBe(before);
  } finally {
    await strict.stop();
  }
});
