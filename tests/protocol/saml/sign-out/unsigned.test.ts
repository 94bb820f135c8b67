import type { Profile } from '@node-saml/node-saml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../harness/client.ts';
import { visit } from '../world.ts';
import { answerTo, createSignOutWorld, deskSlo, isSignedIn, next, type SignOutWorld, slo } from './world.ts';

let world: SignOutWorld;
beforeAll(async () => {
  world = await createSignOutWorld();
}, 120_000);
afterAll(() => world?.app.stop());

const stranger = () => world.app.client();

/** What anybody can write who knows the email of a user. */
const unsigned = async (profile: Partial<Profile>) =>
  (await world.shop({})).getLogoutUrlAsync({ nameID: 'alice@acme.example', ...profile } as Profile, '', {});

/** Signs in at the shop, which neither has keys nor needs any. */
async function signedIn(browser: Client) {
  const saml = await world.shop({});
  return (
    await saml.validatePostResponseAsync({
      ...(await visit(browser, await saml.getAuthorizeUrlAsync('', undefined, {}))),
    })
  ).profile as Profile;
}

describe('S46 an unsigned LogoutRequest', () => {
  test('ends nothing where the service provider has certificates', async () => {
    await world.serviceProvider({ certificates: world.key.certificate, sloUrl: slo });
    const { browser, profile } = await world.inBoth();
    for (const { sessionIndex } of [{ sessionIndex: undefined }, { sessionIndex: profile?.sessionIndex }])
      await expect(next(stranger(), await unsigned({ sessionIndex } as Profile))).rejects.toThrow('not signed');
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('of a service provider without certificates ends the session that it names, and no other', async () => {
    await world.serviceProvider({ sloUrl: slo });
    const [browser, other] = [world.app.client(), world.app.client()];
    const { sessionIndex } = await signedIn(browser);
    await signedIn(other);
    await expect(next(stranger(), await unsigned({}))).rejects.toThrow('names no session');
    const guessed = await next(stranger(), await unsigned({ sessionIndex: '_guessed' } as Profile));
    expect(guessed.origin + guessed.pathname).toBe(slo);
    expect(await Promise.all([browser, other].map(isSignedIn))).toEqual([true, true]);
    await next(stranger(), await unsigned({ sessionIndex } as Profile));
    expect(await Promise.all([browser, other].map(isSignedIn))).toEqual([false, true]);
  });
});

test('a signed LogoutRequest without a session ends all sessions of its user there', async () => {
  await world.restore();
  const [one, two] = [await world.inBoth(), await world.inBoth()];
  const told = await next(
    one.browser,
    await one.one.getLogoutUrlAsync({ nameID: 'alice@acme.example' } as Profile, '', {}),
  );
  expect(told.origin + told.pathname).toBe(deskSlo);
  expect(await Promise.all([one.browser, two.browser].map(isSignedIn))).toEqual([false, false]);
  expect((await next(one.browser, await answerTo(one.other, told))).href).toContain(deskSlo);
});
