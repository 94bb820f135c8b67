import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { kinds } from '@doorwright/crds';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProtocolWorld, type ProtocolWorld } from '../../protocol/world.ts';
import { requestOf } from '../world/portal-pages.ts';

let world: ProtocolWorld;
let good: string;
beforeAll(async () => {
  world = await createProtocolWorld();
  good = requestOf(await world.application('app-shop'));
});
afterAll(() => world?.app.stop());

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a request with these headers and no other. `fetch` would add its own Accept. */
const ask = (method: string, path: string, headers: Record<string, string>) =>
  new Promise<Answer>((resolve, reject) => {
    request(new URL(path, world.app.url), { method, headers, agent: false }, async (answer) =>
      resolve({ status: answer.statusCode, headers: answer.headers, text: await text(answer) }),
    )
      .on('error', reject)
      .end();
  });

const callers: [who: string, headers: Record<string, string>][] = [
  ['no Accept', {}],
  ['curl', { Accept: '*/*', 'User-Agent': 'curl/8.5.0' }],
  ['Java', { Accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2' }],
  ['a browser', { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }],
];

const pages = [
  ...['/', '/users', '/users/acme/alice', '/applications/app-shop', '/declared', '/account'],
  ...['/login', '/login/acme', '/signup/app-shop', '/forget', '/link/app-shop', '/logout', '/callback', '/result'],
];

const routing = readFileSync(join(import.meta.dirname, '../../../console/src/portal/routing.ts'), 'utf8');
const portalRoutes = [...routing.matchAll(/\{ path: '([^']+)'/g)].map(([, path = '']) => path.replaceAll(/:\w+/g, 'x'));

/** The parts that differ for each request. */
const lasting = ({ date, 'x-request-id': _id, 'set-cookie': _cookies, location, ...rest }: IncomingHttpHeaders) => ({
  ...rest,
  location: location?.replace(/interaction=.*/, ''),
});

describe.each(callers)('17.14 a page address requested by %s', (_who, headers) => {
  test.each(pages)('%s is the page', async (path) => {
    const page = await ask('GET', path, headers);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<div id="root">');
    expect(page.headers.vary).toContain('Accept');
    const head = await ask('HEAD', path, headers);
    expect([head.status, head.text]).toEqual([200, '']);
    expect(lasting(head.headers)).toEqual(lasting(page.headers));
  });

  test('a good authorization request leads to its sign-in page', async () => {
    const sent = await ask('GET', good, headers);
    expect(sent.status).toBe(303);
    const page = await ask('GET', String(sent.headers.location), headers);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<div id="root">');
    const head = await ask('HEAD', good, headers);
    expect([head.status, head.text, lasting(head.headers)]).toEqual([303, '', lasting(sent.headers)]);
    expect((await ask('HEAD', String(head.headers.location), headers)).status).toBe(200);
  });

  test.each([
    '/login/oauth/authorize',
    '/login/oauth/authorize?client_id=nobody&response_type=code',
    '/login/oauth/authorize?client_secret=hush',
    '/login/oauth/device?user_code=a%00b',
  ])("%s gets the authority's own page for the problem", async (path) => {
    const page = await ask('GET', path, headers);
    expect([page.status, page.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<h1>There was a problem');
    const head = await ask('HEAD', path, headers);
    expect([head.status, head.text, lasting(head.headers)]).toEqual([400, '', lasting(page.headers)]);
  });
});

describe('35.40 an address', () => {
  test.each(['/nowhere', '/no/where', '/login/no/where', '/new/nothing', '/users/a/b/c', '/forget/a/b', '/Login'])(
    '%s without a page answers 404 with the page that says so',
    async (path) => {
      for (const headers of [{}, { Accept: 'text/html' }]) {
        const page = await ask('GET', path, headers);
        expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
        expect(page.text).toContain('<div id="root">');
        expect((await ask('HEAD', path, headers)).status).toBe(404);
      }
    },
  );

  test('of each page of the portal and of each kind answers 200', async () => {
    expect(portalRoutes.length).toBeGreaterThan(20);
    const ofKinds = kinds.filter(({ list }) => list).map(({ plural }) => `/${plural}`);
    const others = ['/Users', '/organizations/acme/users', '/roles/acme/r', '/certs/c', '/ldap/7', '/new/roles'];
    const statuses: Record<string, number | undefined> = {};
    for (const path of [...portalRoutes, ...ofKinds, ...others]) {
      // The protocol answers these before the page.
      if (/oauth\/authorize|saml\/|^\/cas\//.test(path)) continue;
      statuses[path] = (await ask('GET', path, {})).status;
    }
    expect(Object.entries(statuses).filter(([, status]) => status !== 200)).toEqual([]);
  });
});

describe('17.14 an address without a page answers programs with an error', () => {
  test.each([
    '/api/nothing',
    '/.well-known/nothing',
    '/assets/gone-1.js',
    '/declared/v1',
    '/robots.txt',
    '/favicon.ico',
  ])('%s answers JSON with 404', async (path) => {
    const answer = await ask('GET', path, { Accept: '*/*' });
    expect([answer.status, answer.headers['content-type']]).toEqual([
      404,
      expect.stringMatching(/^application\/(problem\+)?json;/),
    ]);
    const head = await ask('HEAD', path, { Accept: '*/*' });
    expect([head.status, head.text, lasting(head.headers)]).toEqual([404, '', lasting(answer.headers)]);
  });

  test.each(['application/json', 'application/json, text/plain, */*'])(
    'a client that prefers %s gets JSON',
    async (Accept) => {
      for (const path of ['/', '/login', '/nowhere']) expect((await ask('GET', path, { Accept })).status).toBe(404);
      const refused = await ask('GET', '/login/oauth/authorize', { Accept });
      expect([refused.status, JSON.parse(refused.text).error]).toEqual([400, 'invalid_request']);
    },
  );

  test.each([
    '/.well-known/openid-configuration',
    '/.well-known/jwks',
    '/openapi.json',
    '/swagger/',
    '/healthz',
    '/readyz',
    '/icon.svg',
    '/api/get-application?id=admin/app-built-in',
  ])('HEAD of %s answers as GET does, without a body', async (path) => {
    const answer = await ask('GET', path, {});
    const head = await ask('HEAD', path, {});
    expect(answer.status).toBe(200);
    expect([head.status, head.text, lasting(head.headers)]).toEqual([200, '', lasting(answer.headers)]);
  });

  test('a page refuses POST', async () => {
    expect((await ask('POST', '/users', {})).status).toBe(404);
  });
});
