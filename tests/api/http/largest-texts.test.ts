import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Answered, Client } from '../../harness/client.ts';
import { startTenants, type Tenant } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;
beforeAll(async () => {
  ({ app, root, acme } = await startTenants());
});
afterAll(() => app?.stop());

/** Processor time of this thread, on which the server runs too. Other programs on the machine do not count. */
async function thread(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

async function fewest(work: () => unknown, tries: number): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < tries; count++) times.push(await thread(work));
  return Math.min(...times);
}

const eightMb = 8_000_000;
const times = (part: string, length: number) => part.repeat(Math.floor(length / part.length));
const header = 12_000;

const get =
  (path: string, headers: Record<string, string> = {}) =>
  () =>
    app.anonymous.get(path, {}, { headers });
const post =
  (path: string, body: () => object, by: () => Client = () => acme.admin) =>
  () =>
    by().post(path, body(), { query: { id: 'acme/alice' } });

const model = (matcher: string) =>
  `[request_definition]\nr = sub, obj, act\n[policy_definition]\np = sub, obj, act\n[policy_effect]\ne = some(where (p.eft == allow))\n[matchers]\nm = ${matcher}`;

/** The largest text of each place in api/http/README.md, in its worst form that was found. */
const places: [string, () => Promise<Answered>][] = [
  ['cookies', get('get-account', { Cookie: times('a=b; ', header) })],
  ['cookies with escapes', get('get-account', { Cookie: times('a=%41; ', header) })],
  ['user agents', get('get-account', { 'User-Agent': times('MicroMessenger ', header) })],
  ['Accept-Language', get('get-account', { 'Accept-Language': times('de-DE;q=0.1,', header) })],
  ['addresses of pages', get(`/${times('a/', header)}`)],
  ['redirect addresses', get(`/login/oauth/authorize?client_id=x&redirect_uri=${times('../', header)}`)],
  ['many parameters', get(`/api/get-account?${times('a=1&', header)}`)],
  ['phone numbers', post('update-user', () => ({ phone: times('1-(', eightMb) }))],
  [
    'user names',
    post('login', () => ({ type: 'login', application: 'app-acme', username: times('+1 (', eightMb), password: 'x' })),
  ],
  [
    'pictures as data: addresses',
    post('update-user', () => ({ avatar: `data:image/svg+xml,${times('<g>', eightMb)}` })),
  ],
  ['home pages', post('update-user', () => ({ homepage: `https://${times('a.', eightMb)}` }))],
  [
    'models of casbin',
    post('add-model', () => ({ owner: 'acme', name: 'large', modelText: model(times('!', 3_700)) })),
  ],
  [
    'models of casbin with comments',
    post('add-model', () => ({ owner: 'acme', name: 'large', modelText: times('#\n', 20_000) })),
  ],
  [
    'styles',
    post('preview-application', () => ({
      name: 'app-acme',
      organization: 'acme',
      signinHtml: `<style>${times('a{b:c}', 99_000)}</style>`,
    })),
  ],
  ['HTML of mails', post('preview-mail', () => ({ title: 't', content: times('<b>', 99_000) }))],
  ['previews of HTML', post('preview-html', () => ({ html: times('&', 2 ** 20) }))],
  [
    'manifests',
    post('check-manifest', () => ({
      apiVersion: 'doorwright.dev/v1alpha1',
      kind: 'Application',
      metadata: { name: times('-', eightMb) },
      spec: {},
    })),
  ],
  ['certificates', post('read-certificate', () => ({ certificate: times('-----BEGIN CERTIFICATE-----\n', 100_000) }))],
  [
    'SAML metadata',
    post(
      'read-saml-metadata',
      () => ({ metadata: times('<a xmlns:a="b">', 200_000) }),
      () => root,
    ),
  ],
  ['lists', post('update-user', () => ({ tags: Array(90_000).fill('x') }))],
  ['JSON with escapes', post('update-user', () => ({ bio: times('\u0001', 1_300_000) }))],
];

/** The largest JSON body in its slowest form. It is the work that every caller may ask for, whatever the machine. */
const largestJson = JSON.stringify(
  Array.from({ length: 60_000 }, (_, index) => ({ [`a${index}`]: `${index}`.padEnd(60) })),
);

test('S7 35.3 no text that is allowed holds the server longer than the largest JSON body does', async () => {
  const reference = await fewest(() => JSON.parse(largestJson), 5);
  const late: string[] = [];
  for (const [name, send] of places) {
    let code: string | undefined;
    // The body is written in this thread too, and the first request loads code.
    const ms = await fewest(async () => {
      code = (await send()).body?.code;
    }, 2);
    if (code === 'unknown-path' || ms > 3 * reference) late.push(`${name}: ${code}, ${ms} ms beside ${reference} ms`);
  }
  expect(late).toEqual([]);
});
