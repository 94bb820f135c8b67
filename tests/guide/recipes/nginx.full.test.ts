import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../harness/cluster/ports.ts';
import { type Running, run } from '../../harness/run-program.ts';
import { createBrowser } from './world/browser.ts';
import { goProgram } from './world/go-program.ts';
import { needs } from './world/needs.ts';
import { fileOf, type RecipeWorld, startRecipe } from './world/world.ts';

let world: RecipeWorld;
let proxy: Running;
let nginx: Running;
let site: string;
/** The program behind. It shows the headers that it gets. */
let program: Server;
beforeAll(async () => {
  needs({ nginx: '/usr/sbin/nginx' });
  const binary = await goProgram('oauth2-proxy');
  const [port, proxyPort, behind] = [await freePort(), await freePort(), await freePort()];
  site = `http://127.0.0.1:${port}`;
  program = createServer(({ headers }, response) => void response.end(JSON.stringify(headers))).listen(behind);
  world = await startRecipe('nginx.yaml', [['https://intranet.example.com', site]]);
  const { clientId, clientSecret } = world.connection('intranet');
  const file = join(world.folder, 'oauth2-proxy.cfg');
  writeFileSync(
    file,
    fileOf('nginx-oauth2-proxy.cfg', [
      ['127.0.0.1:4180', `127.0.0.1:${proxyPort}`],
      ['https://intranet.example.com', site],
      ['https://id.example.com', world.app.url],
      ['your-client-id', clientId],
      ['your-client-secret', clientSecret],
      // Without TLS, a browser would not send the cookie.
      ['cookie_secure = true', 'cookie_secure = false'],
    ]),
  );
  const server = fileOf('nginx.conf', [
    ['listen 443 ssl;', `listen 127.0.0.1:${port};`],
    ['ssl_certificate /etc/ssl/certs/intranet.example.com.pem;', ''],
    ['ssl_certificate_key /etc/ssl/private/intranet.example.com.key;', ''],
    ['127.0.0.1:4180', `127.0.0.1:${proxyPort}`],
    ['127.0.0.1:8080', `127.0.0.1:${behind}`],
  ]);
  const conf = join(world.folder, 'nginx.conf');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${world.folder}/${each};`,
  );
  const head = `daemon off; master_process off; pid ${world.folder}/nginx.pid; error_log stderr;`;
  writeFileSync(conf, `${head} events {} http { access_log off; ${paths.join(' ')}\n${server}\n}`);
  proxy = await run(binary, ['--config', file], `http://127.0.0.1:${proxyPort}/ping`);
  nginx = await run('/usr/sbin/nginx', ['-e', 'stderr', '-c', conf], `${site}/oauth2/ping`);
}, 900_000);
afterAll(async () => {
  await nginx?.stop();
  await proxy?.stop();
  await world?.stop();
  program?.close();
});

test('a person signs in, comes to the page that they asked for, and the program learns their groups', async () => {
  const { url, status, text } = await createBrowser(world, 'bob').open(`${site}/page?a=1&b=2`);
  expect(status, nginx.output() + proxy.output()).toBe(200);
  expect(url.href).toBe(`${site}/page?a=1&b=2`);
  expect(JSON.parse(text)).toMatchObject({ 'x-person': 'bob', 'x-groups': 'editors' });
});

test('the part of the administrators opens to their group alone', async () => {
  const { status, text } = await createBrowser(world, 'alice').open(`${site}/admin/`);
  expect(status, nginx.output()).toBe(200);
  expect(JSON.parse(text)).toMatchObject({ 'x-person': 'alice', 'x-groups': 'admins' });
  expect((await createBrowser(world, 'bob').open(`${site}/admin/`)).status).toBe(403);
});

test('a header that a visitor sends tells the program nothing', async () => {
  const browser = createBrowser(world, 'carol');
  await browser.open(`${site}/page`);
  const { text } = await browser.at(site).get('/page', undefined, { headers: { 'X-Groups': 'admins' } });
  expect(JSON.parse(text)).toMatchObject({ 'x-person': 'carol' });
  expect(JSON.parse(text)).not.toHaveProperty('x-groups');
});
