import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../harness/cluster/ports.ts';
import { type Running, run } from '../../harness/run-program.ts';
import { createBrowser } from './world/browser.ts';
import { goProgram } from './world/go-program.ts';
import { fileOf, type RecipeWorld, startRecipe } from './world/world.ts';

let world: RecipeWorld;
let proxy: Running;
let wiki: string;
/** The program behind the proxy. It shows the headers that it gets. */
let program: Server;
beforeAll(async () => {
  const binary = await goProgram('oauth2-proxy');
  wiki = `http://127.0.0.1:${await freePort()}`;
  const behind = await freePort();
  program = createServer(({ headers }, response) => void response.end(JSON.stringify(headers))).listen(behind);
  world = await startRecipe('oauth2-proxy.yaml', [['https://wiki.example.com', wiki]]);
  const { clientId, clientSecret } = world.connection('wiki');
  const file = join(world.folder, 'oauth2-proxy.cfg');
  writeFileSync(
    file,
    fileOf('oauth2-proxy.cfg', [
      ['127.0.0.1:4180', new URL(wiki).host],
      ['127.0.0.1:8080', `127.0.0.1:${behind}`],
      ['https://wiki.example.com', wiki],
      ['https://id.example.com', world.app.url],
      ['your-client-id', clientId],
      ['your-client-secret', clientSecret],
      // Without TLS, a browser would not send the cookie.
      ['cookie_secure = true', 'cookie_secure = false'],
    ]),
  );
  proxy = await run(binary, ['--config', file], `${wiki}/ping`);
}, 900_000);
afterAll(async () => {
  await proxy?.stop();
  await world?.stop();
  program?.close();
});

test('a person of an allowed group comes in, and the program behind learns who they are', async () => {
  const { status, text } = await createBrowser(world, 'alice').open(`${wiki}/page`);
  expect(status, proxy.output()).toBe(200);
  expect(JSON.parse(text)).toMatchObject({
    'x-forwarded-user': expect.any(String),
    'x-forwarded-preferred-username': 'alice',
    'x-forwarded-groups': 'admins',
  });
});

test('a person of another allowed group has that group', async () => {
  const { text } = await createBrowser(world, 'bob').open(`${wiki}/page`);
  expect(JSON.parse(text)['x-forwarded-groups']).toBe('editors');
});

test('a person of no allowed group is refused', async () => {
  const { status, text } = await createBrowser(world, 'carol').open(`${wiki}/page`);
  expect(status, proxy.output()).toBe(403);
  expect(text).not.toContain('x-forwarded');
});

test('a header that a visitor sends tells the program nothing', async () => {
  const browser = createBrowser(world, 'bob');
  await browser.open(`${wiki}/page`);
  const { text } = await browser.at(wiki).get('/page', undefined, { headers: { 'X-Forwarded-Groups': 'admins' } });
  expect(JSON.parse(text)['x-forwarded-groups']).toBe('editors');
});
