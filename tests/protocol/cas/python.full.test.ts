import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askPython, pythonWith } from '../../harness/python/python.ts';
import { type CasWorld, createCasWorld, service } from './cas-world.ts';

const folder = join(import.meta.dirname, 'python');

interface Told {
  login: string;
  logout: string;
  user?: string | null;
  attributes?: Record<string, string>;
}

let world: CasWorld;
let python: string;
beforeAll(async () => {
  python = await pythonWith(join(folder, 'requirements.txt'));
  world = await createCasWorld();
  await world.casApplication('wiki');
}, 120_000);
afterAll(() => world?.app.stop());

/** A service with python-cas, which is told the address of the server and its own. */
const ask = (version: string, more: object = {}, settings: object = {}) =>
  askPython<Told>(python, join(folder, 'service.py'), {
    settings: { version, server_url: `${world.app.url}/cas/acme/wiki/`, service_url: service, ...settings },
    ...more,
  });

describe('python-cas, and so django-cas-ng, needs no special options', () => {
  test.each([
    ['1', false],
    ['2', true],
    ['3', true],
    ['CAS_2_SAML_1_0', true],
  ])('for version %s: it signs a user in, and takes a ticket once', async (version, hasAttributes) => {
    const { login } = await ask(version);
    const address = new URL(login);
    expect(address.pathname).toBe('/cas/acme/wiki/login');
    const { body } = await world.signIn(world.app.client(), 'wiki', Object.fromEntries(address.searchParams));
    const ticket = String(body.data);
    const told = await ask(version, { ticket });
    expect(told.user).toBe('alice');
    if (hasAttributes)
      expect(told.attributes).toMatchObject({ email: 'alice@acme.example', displayName: 'Alice Liddell' });
    expect((await ask(version, { ticket })).user).toBeNull();
  });

  test('for a new proof, and for the address of a sign-out in each version', async () => {
    const { login } = await ask('3', {}, { renew: true });
    expect(new URL(login).searchParams.get('renew')).toBe('true');
    const client = world.app.client();
    await world.signIn(client, 'wiki');
    for (const version of ['1', '3']) {
      const { pathname, searchParams } = new URL((await ask(version)).logout);
      expect(pathname).toBe('/cas/acme/wiki/logout');
      expect(searchParams.get(version === '1' ? 'url' : 'service')).toBe(service);
    }
  });
});
