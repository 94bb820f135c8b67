import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorStatus } from '@doorwright/api/core/error-codes.ts';
import { kinds } from '@doorwright/crds';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import { builtGuide } from './world/built-guide.ts';
import { pages } from './world/pages.ts';

let app: TestApp;
let dist = '';

beforeAll(async () => {
  dist = await builtGuide();
  app = await startApp();
}, 300_000);
afterAll(() => app?.stop());

const get = (path: string, options: RequestInit = {}) => fetch(`${app.url}${path}`, { redirect: 'manual', ...options });

const addressOf = (file: string) => `/docs/${file.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;

test('every page is served to everybody, with its text for programs beside it', async () => {
  for (const { file } of pages) {
    const page = await get(addressOf(file));
    expect([file, page.status, page.headers.get('content-type')]).toEqual([file, 200, 'text/html; charset=utf-8']);
  }
  for (const { plural } of kinds.filter(({ list }) => list))
    expect((await get(`/docs/kinds/${plural}`)).status).toBe(200);
  const twin = await get('/docs/start/laptop.md');
  expect(twin.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(await twin.text()).toContain('# On a laptop');
  expect(await (await get('/docs/llms.txt')).text()).toContain(`(${app.url}/docs/start/laptop.md)`);
});

test('examples name this installation', async () => {
  const page = await (await get('/docs/start/application-in-console')).text();
  expect(page).toContain(app.url);
  expect(page).not.toContain('https://id.example.com');
});

test('a page that does not exist is an answer of the guide, and no path leaves its folder', async () => {
  const answer = await get('/docs/start/nothing');
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('<title>404 | Doorwright</title>');
  for (const path of ['/docs/%2e%2e/package.json', '/docs/..%2f..%2fpackage.json', '/docs/stamp'])
    expect((await get(path)).status).not.toBe(200);
  expect((await get('/docs')).headers.get('location')).toBe('/docs/');
});

test('a page runs its own scripts only, and nobody holds it in a frame', async () => {
  const policy = (await get('/docs/')).headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/=]+')+;/);
  expect(policy).toContain("frame-ancestors 'none'");
});

test('scripts are sent compressed, and kept for ever', async () => {
  const [script = ''] = globSync('assets/app.*.js', { cwd: dist });
  const answer = await get(`/docs/${script}`, { headers: { 'Accept-Encoding': 'br' } });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test('the address of each error leads to its paragraph', async () => {
  for (const code of Object.keys(errorStatus)) {
    const answer = await get(`/docs/errors/${code}`);
    expect([code, answer.status]).toEqual([code, 302]);
    const [path, anchor] = (answer.headers.get('location') ?? '').split('#');
    expect(anchor).toBe(code);
    expect((await get(String(path))).status).toBe(200);
  }
  expect((await get('/docs/errors/no-such-code')).status).toBe(404);
});

test('each anchor that a page links to exists', () => {
  const html = new Map(
    globSync('**/*.html', { cwd: dist }).map((file) => [
      file.replaceAll('\\', '/'),
      readFileSync(join(dist, file), 'utf8'),
    ]),
  );
  const fileOf = (path: string) => {
    const name = path.replace('/docs/', '');
    return [`${name}.html`, `${name}index.html`].find((each) => html.has(each)) ?? name;
  };
  const broken = [...html].flatMap(([file, text]) =>
    [...text.matchAll(/ href="(\/docs\/[^"#]*|)#([^"]+)"/g)]
      .filter(
        ([, path, anchor]) =>
          !html.get(path ? fileOf(path) : file)?.includes(` id="${decodeURIComponent(anchor ?? '')}"`),
      )
      .map(([, path, anchor]) => `${file} → ${path}#${anchor}`),
  );
  expect([...new Set(broken)]).toEqual([]);
});
