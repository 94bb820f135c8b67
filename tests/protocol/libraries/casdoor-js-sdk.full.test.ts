import { describe, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { underWay } from '../../harness/under-way.ts';
import { password } from '../../harness/world.ts';
import { sdkWorld } from './sdk-world.ts';

const sdk = sdkWorld();

describe('Casdoor’s library for pages, unchanged', () => {
  test('signs a signed-in user in silently', async () => {
    const visit = await sdk.visitor(sdk.served);
    await sdk.arrive(visit, 'location.assign(sdk.getSigninUrl())');
    await visit.page.goto('/');
    // The library hands each word but `success` to its second function, also the one that a sign-in has begun.
    const said = await sdk.run(
      visit,
      'new Promise((resolve) => { const words = []; const hear = ({ data }) => { words.push(data); if (data !== "signing-in") resolve(words); }; sdk.silentSignin(hear, hear); })',
    );
    expect(said).toEqual(['signing-in', 'success']);
    expect(await sdk.run(visit, 'sdk.isSilentSigninRequested()')).toBe(false);
    await visit.page.goto('/?silentSignin=1');
    expect(await sdk.run(visit, 'sdk.isSilentSigninRequested()')).toBe(true);
  });

  test('signs a user in by a popup, with and without a session', async () => {
    const visit = await sdk.visitor(sdk.served);
    for (const isKnown of [false, true]) {
      await visit.page.evaluate('sessionStorage.removeItem("token")');
      const opening = underWay(visit.context.waitForEvent('page'));
      await visit.page.evaluate(`void sdk.popupSignin('${sdk.url}')`);
      const popup = await opening;
      const isDone = isKnown
        ? popup.getByRole('button', { name: 'alice (Alice Liddell)' }).click()
        : signIn(popup, 'alice', password);
      // The window may close during the click.
      await isDone.catch((error) => {
        if (!popup.isClosed()) throw error;
      });
      await expect.poll(() => popup.isClosed()).toBe(true);
      await expect.poll(() => visit.page.evaluate('sessionStorage.getItem("token")')).toMatch(/^ey/);
    }
  });
});
