import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { askPython, pythonWith } from '../../harness/python/python.ts';
import { type CasWorld, createCasWorld } from './cas-world.ts';

const folder = join(import.meta.dirname, 'python');
/** The service of django-cas-ng: the path of its login, with the page that its user wants. */
const origin = 'https://wiki.example';

interface Answer {
  status: number;
  location: string | null;
  user: string;
}

let world: CasWorld;
let python: string;
let data: string;
let listener: Server;
let told: string[] = [];
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'django-'));
  python = await pythonWith(join(folder, 'requirements.txt'));
  listener = createServer(async (req, res) => {
    told.push(new URLSearchParams(Buffer.concat(await req.toArray()).toString()).get('logoutRequest') ?? '');
    res.writeHead(302, { location: '/' }).end();
  });
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as { port: number };
  world = await createCasWorld({
    settings: { DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8' },
    reroute: (url) => new URL(`http://127.0.0.1:${port}${url.pathname}${url.search}`),
  });
  await world.casApplication('wiki', { casServices: [`${origin}/*`] });
}, 180_000);
afterAll(async () => {
  listener?.close();
  rmSync(data, { recursive: true, force: true });
  await world?.app.stop();
});

/** Steps of a visitor, and of our server, at a site that keeps its sessions in a file. */
const visit = (version: string, steps: object[], cookie?: string, own: Record<string, unknown> = {}) =>
  askPython<{ answers: Answer[]; cookie: string }>(python, join(folder, 'django_site.py'), {
    ...{
      server: `${world.app.url}/cas/acme/wiki/`,
      database: join(data, `site-${version}${Object.keys(own).join('')}`),
      steps,
    },
    ...(cookie && { cookie }),
    settings: { CAS_VERSION: version, ...own },
  });

// With CAS 2, which is its default, the library does not read a notice of a sign-out.
test.each([
  ['2', 'keeps them in when it is told of a sign-out', 'alice'],
  ['3', 'signs them out when it is told of a sign-out', ''],
])(
  'django-cas-ng with CAS %s and no other options signs a user in, and %s',
  async (version, _how, user) => {
    told = [];
    const asked = await visit(version, [{ path: '/login', query: { next: '/docs/page?id=7' } }]);
    const login = new URL(asked.answers[0]?.location ?? '');
    expect(login.href).toContain(`${world.app.url}/cas/acme/wiki/login?`);
    expect(asked.answers[0]?.user).toBe('');

    const browser = world.app.client();
    const { body } = await world.signIn(browser, 'wiki', Object.fromEntries(login.searchParams));
    const back = new URL(String(body.data2));
    expect(back.origin).toBe(origin);
    const query = Object.fromEntries(back.searchParams);
    const arrived = await visit(version, [{ path: back.pathname, query }]);
    expect(arrived.answers).toEqual([{ status: 302, location: '/docs/page?id=7', user: 'alice' }]);

    await browser.post('logout');
    await vi.waitFor(() => expect(told).toHaveLength(1), { timeout: 20_000, interval: 50 });
    const out = await visit(
      version,
      [{ path: '/login', form: { logoutRequest: told[0] }, server: true }],
      arrived.cookie,
    );
    expect(out.answers).toMatchObject([{ status: 302, user }]);
    // The ticket is used up.
    const again = await visit(version, [{ path: back.pathname, query }]);
    expect(again.answers).toMatchObject([{ status: 403, user: '' }]);
  },
  120_000,
);

test('35.35 a site that writes the attributes into its own row of the user keeps the key of that row', async () => {
  const own = { CAS_APPLY_ATTRIBUTES_TO_USER: true };
  const asked = await visit('3', [{ path: '/login' }], undefined, own);
  const login = new URL(asked.answers[0]?.location ?? '');
  const { body } = await world.signIn(world.app.client(), 'wiki', Object.fromEntries(login.searchParams));
  const back = new URL(String(body.data2));
  const step = { path: back.pathname, query: Object.fromEntries(back.searchParams) };
  const arrived = await visit('3', [step], undefined, own);
  expect(arrived.answers).toMatchObject([{ status: 302, user: 'alice' }]);
}, 120_000);
