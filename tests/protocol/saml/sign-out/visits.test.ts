import type { SAML } from '@node-saml/node-saml';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { underWay } from '../../../harness/under-way.ts';
import { entityId, follow, formIn, pageFor, signInOn, visit, xmlOf } from '../world.ts';
import { createSignOutWorld, isSignedIn, next, type SignOutWorld, visitAgain } from './world.ts';

let world: SignOutWorld;
beforeAll(async () => {
  world = await createSignOutWorld();
}, 120_000);
afterAll(() => world?.app.stop());

const profileOf = async (saml: SAML, form: object) =>
  (await saml.validatePostResponseAsync({ ...form } as Record<string, string>)).profile as never;
const visits = () => world.app.db('service_visits').orderBy('created_time');

/** A browser in a session at the shop. */
async function inShop(own: Parameters<SignOutWorld['shop']>[0] = {}) {
  const browser = world.app.client();
  const saml = await world.shop({ ...world.keys, ...own });
  const profile = await profileOf(saml, await visit(browser, await saml.getAuthorizeUrlAsync('', undefined, {})));
  return { browser, saml, profile };
}

describe('a second sign-in at a service provider', () => {
  test('is the one that the service provider ends, also under another transient name', async () => {
    const identifierFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    const { browser, saml, profile } = await inShop({ identifierFormat });
    const again = await profileOf(saml, await visitAgain(browser, saml));
    expect(again).not.toMatchObject({ nameID: (profile as { nameID: string }).nameID });
    await next(browser, await saml.getLogoutUrlAsync(again, '', {}));
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('with another application is another visit', async () => {
    const provider = { entityId, acsUrls: ['https://sp.example/acs'], sloUrl: 'https://sp.example/twin' };
    await world.application('twin', { enableSigninSession: true, samlServiceProviders: [provider] as never });
    const { browser, profile } = await inShop();
    const twin = await world.library({}, 'twin');
    const { sessionIndex } = await profileOf(twin, await visitAgain(browser, twin));
    expect(sessionIndex).not.toBe((profile as { sessionIndex: string }).sessionIndex);
    const { body } = await browser.get('get-account-sessions');
    expect(JSON.stringify(body.data)).toMatch(/shop.*twin/);
  });
});

test('S22 a session that ends during the sign-in gives no assertion', async () => {
  const { browser, saml } = await inShop();
  const before = await visits();
  const address = await saml.getAuthorizeUrlAsync('', undefined, {});
  const ending = await world.app.db.transaction();
  await ending('sessions').where('user', 'alice').delete();
  const answer = underWay(follow(browser, address));
  const waiting =
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await vi
    .waitFor(async () => expect((await world.app.db.raw(waiting)).rows).toEqual([{ count: 1 }]), {
      timeout: 20_000,
      interval: 50,
    })
    .finally(() => ending.commit());
  const { text, headers } = await answer;
  expect(text).not.toContain('SAMLResponse');
  expect(headers.get('location')).toContain('/login/saml/authorize/admin/shop?saml=');
  expect(await visits()).toEqual(before);
  // The request gave nothing, so its user may still sign in.
  const query = Object.fromEntries(new URL(headers.get('location') ?? '', world.app.url).searchParams);
  expect(xmlOf(formIn(String((await signInOn(browser, query)).body.data2)))).toContain('status:Success');
});

test('a visit lasts as long as the session that goes on with it', async () => {
  const { browser, saml } = await inShop();
  const query = await pageFor(world.app.client(), await saml.getAuthorizeUrlAsync('', undefined, {}));
  expect((await signInOn(browser, query, { autoSignin: true })).body.status).toBe('ok');
  const two = (await visits()).slice(-2);
  const session = await world.app.db('sessions').where('id', two[0].session).first();
  expect(session.is_remembered).toBe(true);
  expect(two).toMatchObject(two.map(() => ({ owner: 'acme', session: session.id, expire_time: session.expire_time })));
});
