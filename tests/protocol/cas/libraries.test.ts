import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CasWorld, createCasWorld } from './cas-world.ts';

interface Visit {
  originalUrl: string;
  query: Record<string, string>;
  param: (name: string) => string | undefined;
}

interface CasStrategy {
  authenticate: (req: Visit, options: object) => void;
  redirect: (address: string) => void;
  success: (user: unknown) => void;
  fail: (info: unknown) => void;
  error: (error: unknown) => void;
}

type Settings = { version: string; useSaml?: boolean; ssoBaseURL: string; serverBaseURL: string };
type Verify = (profile: unknown, done: (error: unknown, user: unknown) => void) => void;

// The library has no types, and is written for the module system of its time.
const { Strategy } = createRequire(import.meta.url)('passport-cas') as {
  Strategy: new (settings: Settings, verify: Verify) => CasStrategy;
};

let world: CasWorld;
beforeAll(async () => {
  world = await createCasWorld();
  await world.casApplication('wiki');
});
afterAll(() => world?.app.stop());

/** What passport-cas does with a visit to the page of a service. */
const visit = (settings: Partial<Settings>, path: string) =>
  new Promise<unknown>((resolve) => {
    const base = { ssoBaseURL: `${world.app.url}/cas/acme/wiki`, serverBaseURL: 'https://wiki.example' };
    const strategy = new Strategy({ version: 'CAS3.0', ...base, ...settings }, (profile, done) => done(null, profile));
    const query = Object.fromEntries(new URL(path, 'https://wiki.example').searchParams);
    Object.assign(strategy, {
      redirect: (address: string) => resolve({ redirect: address }),
      success: (user: unknown) => resolve({ user }),
      fail: (info: unknown) => resolve({ failed: String(info) }),
      error: (error: unknown) => resolve({ failed: String(error) }),
    });
    strategy.authenticate({ originalUrl: path, query, param: (name) => query[name] }, {});
  });

describe('passport-cas needs no special options', () => {
  test.each([
    [
      'CAS 3',
      {},
      { user: { user: 'alice', attributes: { displayname: 'Alice Liddell', email: 'alice@acme.example' } } },
    ],
    ['CAS 1', { version: 'CAS1.0' }, { user: 'alice' }],
    ['SAML 1.1', { useSaml: true }, { user: { user: 'alice', attributes: { displayname: 'Alice Liddell' } } }],
  ])('for %s: it signs a user in at any of its pages, and a ticket once', async (_, settings, expected) => {
    const page = '/docs/page?id=7&x=%C3%A9';
    const { redirect } = (await visit(settings, page)) as { redirect: string };
    const login = new URL(redirect);
    expect(login.pathname).toBe('/cas/acme/wiki/login');
    const asked = Object.fromEntries(login.searchParams);
    const { body } = await world.signIn(world.app.client(), 'wiki', asked);
    const back = new URL(String(body.data2));
    expect(back.origin).toBe('https://wiki.example');
    expect(await visit(settings, back.pathname + back.search)).toMatchObject(expected);
    expect(await visit(settings, back.pathname + back.search)).toHaveProperty('failed');
  });
});
