import { inflateRawSync } from 'node:zlib';
import type { Profile } from '@node-saml/node-saml';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSignOutWorld, isSignedIn, next, type SignOutWorld, slo } from './world.ts';

let world: SignOutWorld;
beforeAll(async () => {
  world = await createSignOutWorld();
  // An organization of an earlier version, whose applications sign with their own certs.
  await world.app.store('saml-key').insert(world.app.db, {
    ...{ owner: 'admin', name: 'acme', createdTime: new Date().toISOString(), version: 1 },
    ...{ organization: 'acme', state: 'shared', certificate: '', privateKey: '', notAfter: '' },
  });
}, 120_000);
afterAll(() => world?.app.stop());
beforeEach(async () => {
  await world.restore();
  await world.deskProvider({});
  for (const name of ['shop', 'desk']) await world.change({ cert: 'cert-built-in' }, name);
});

/** Signs out at the shop, after a change of the settings. */
async function leave(change: () => Promise<void>) {
  const { browser, one, profile } = await world.inBoth();
  await change();
  const at = await next(browser, await one.getLogoutUrlAsync(profile as Profile, 'mine', {}));
  expect(await isSignedIn(browser)).toBe(false);
  const { body } = await world.root.get('get-records', { p: 1, pageSize: 1 });
  expect(body.data).toMatchObject([{ action: 'logout', outcome: 'ok', organization: 'acme' }]);
  return at;
}

function expectPartial({ origin, pathname, searchParams }: URL) {
  expect(origin + pathname).toBe(slo);
  expect(searchParams.get('RelayState')).toBe('mine');
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLResponse') ?? '', 'base64')).toString();
  expect(xml).toContain('status:PartialLogout');
}

test('a sign-out goes on past a service provider whose cert cannot sign, and is partial', async () => {
  expectPartial(await leave(() => world.change({ cert: 'cert-es256' }, 'desk')));
});

test('a sign-out is partial if a service provider has no address for it', async () => {
  expectPartial(await leave(() => world.deskProvider({ sloUrl: '' })));
});

test('a sign-out ends at our page if its answer cannot be signed', async () => {
  const { href } = await leave(async () => {
    await world.deskProvider({ sloUrl: '' });
    await world.change({ cert: 'cert-es256' });
  });
  expect(href).toBe('http://nowhere/logout');
});

test('a sign-out ends at our page if its service provider has an address for servers only', async () => {
  const { certificate: certificates } = world.key;
  const { href } = await leave(async () => {
    await world.deskProvider({ sloUrl: '' });
    await world.serviceProvider({ certificates, sloUrl: slo, sloBinding: 'SOAP' });
  });
  expect(href).toBe('http://nowhere/logout');
});

test('a sign-out that begins here goes on past a cert that cannot sign', async () => {
  const { browser } = await world.inBoth();
  await world.change({ cert: 'cert-es256' });
  const { body } = await browser.post('logout', {});
  await world.change({ cert: 'cert-es256' }, 'desk');
  expect((await next(browser, body.data2)).href).toBe('http://nowhere/logout');
});
