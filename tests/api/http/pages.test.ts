import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { pageRoutes } from '@doorwright/api/features/pages/routes.ts';
import express from 'express';
import { afterEach, beforeEach, expect, test } from 'vitest';

const script = 'console.log(1);'.repeat(100);
const theme = 'document.title = 1';
const portalPage = `<html lang="en"><head><script>${theme}</script></head><h1>The portal</h1><div id="root"></div></html>`;
let folder = '';
let server: Server;
let url = '';

async function serve(build: string) {
  const serving = express()
    .use(pageRoutes(async () => undefined, build))
    .use((_req, res) => void res.status(404).json({}))
    .listen(0, '127.0.0.1');
  await once(serving, 'listening');
  return { serving, address: `http://127.0.0.1:${(serving.address() as AddressInfo).port}` };
}

// Each test begins with a build and a server that has served nothing.
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doorwright-pages-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<p>console</p>');
  writeFileSync(join(folder, 'portal.html'), portalPage);
  writeFileSync(join(folder, 'assets', 'a-1234.js'), script);
  writeFileSync(join(folder, 'assets', 'a-1234.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'assets', 'a-1234.js.gz'), gzipSync(script));
  writeFileSync(join(folder, 'icon.svg'), '<svg/>');
  ({ serving: server, address: url } = await serve(folder));
});

afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = { Accept: 'text/html' }) => fetch(url + path, { headers });

test('a sentence says that the console is not built', async () => {
  const { serving, address } = await serve(join(folder, 'nothing'));
  const answer = await fetch(address, { headers: { Accept: 'text/html' } });
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('The console has not been built.');
  serving.close();
});

test('pages are never cached, and run no inline script except the build’s', async () => {
  const answer = await get('/roles/built-in/porters');
  expect(await answer.text()).toBe('<p>console</p>');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
  const digest = createHash('sha256').update(theme).digest('base64');
  const page = await get('/login');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('content-security-policy')).toContain(`script-src 'self' 'sha256-${digest}';`);
  for (const { headers } of [answer, page]) expect(headers.get('content-security-policy')).not.toContain('unsafe');
});

test('an address of thousands of slashes takes no longer than others', async () => {
  const turns = [1, 2, 3];
  const fastest = async (path: string, status: number) => {
    const times: number[] = [];
    for (const _ of turns) {
      const start = performance.now();
      expect((await get(path)).status).toBe(status);
      times.push(performance.now() - start);
    }
    return Math.min(...times);
  };
  const [slashes, letters] = [
    await fastest(`/login${'/'.repeat(15_000)}x`, 404),
    await fastest(`/login/${'x'.repeat(15_000)}`, 200),
  ];
  expect(slashes).toBeLessThan(5 * letters + 20);
});

test.each(['/login', '/login/acme', '/signup/shop', '/forget'])('%s is a page of the portal', async (path) => {
  expect(await (await get(path)).text()).toContain('<h1>The portal</h1>');
});

test('a file with a hash in its name is cached for ever, and goes in the smallest form that the browser accepts', async () => {
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const answer = await get('/assets/a-1234.js', { 'Accept-Encoding': accepted });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    expect(await answer.text()).toBe(script);
  }
  expect((await get('/assets/a-1234.js.br', { Accept: '*/*' })).status).toBe(404);
});

test('a file without a compressed form goes as it is', async () => {
  const answer = await get('/icon.svg', { 'Accept-Encoding': 'br' });
  expect(answer.headers.get('content-encoding')).toBe(null);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(await answer.text()).toBe('<svg/>');
});

test('a new build is served without a restart, and pages of the earlier build keep working', async () => {
  const build = (name: string) => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'assets', `${name}.js`), script);
    writeFileSync(join(folder, 'index.html'), `<p>${name}</p>`);
    writeFileSync(join(folder, 'portal.html'), portalPage);
    // Two builds of one moment cannot be told apart.
    const second = name.length;
    for (const page of ['index.html', 'portal.html']) utimesSync(join(folder, page), second, second);
  };
  build('b-1');
  expect(await (await get('/')).text()).toBe('<p>b-1</p>');
  build('b-2-later');
  expect(await (await get('/')).text()).toBe('<p>b-2-later</p>');
  expect((await get('/assets/b-2-later.js')).status).toBe(200);
  expect((await get('/assets/b-1.js')).status).toBe(404);
  // During the next build.
  rmSync(folder, { recursive: true, force: true });
  expect(await (await get('/')).text()).toBe('<p>b-2-later</p>');
  build('b-3');
});

test('the page of the console has the visitor’s language before its texts are loaded', async () => {
  writeFileSync(join(folder, 'index.html'), '<html lang="en"><head></head><div id="root"></div></html>');
  const page = await (await get('/', { Accept: 'text/html', 'Accept-Language': 'de' })).text();
  expect(page).toContain('<html lang="de">');
  expect(page).toContain('Die Seite konnte nicht geladen werden');
});

test.each(['/api/nothing', '/assets/gone-1.js', '/.well-known/nothing', '/..%2f..%2fpackage.json%00'])(
  '%s is no page, and other files than the build’s do not exist',
  async (path) => {
    const answer = await get(path, { Accept: '*/*' });
    expect(answer.status).toBe(404);
  },
);
