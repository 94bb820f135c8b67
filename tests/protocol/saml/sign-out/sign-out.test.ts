import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pythonServiceProvider } from '../python/service-provider.ts';
import { formIn, linkIn, visit, xmlOf } from '../world.ts';
import { answerTo, createSignOutWorld, deskSlo, isSignedIn, next, read, type SignOutWorld, slo } from './world.ts';

let world: SignOutWorld;
beforeAll(async () => {
  world = await createSignOutWorld();
}, 120_000);
afterAll(() => world?.app.stop());

describe('a sign-out that begins at a service provider', () => {
  test('ends the session, tells the other service provider, and comes back', async () => {
    const { browser, one, other, profile } = await world.inBoth();
    expect(await isSignedIn(browser)).toBe(true);
    const told = await next(browser, await one.getLogoutUrlAsync(profile as never, 'it is (mine)', {}));
    expect(await isSignedIn(browser)).toBe(false);
    expect(told.origin + told.pathname).toBe(deskSlo);
    const asked = await read(other, told);
    expect(asked).toMatchObject({ loggedOut: true, profile: { nameID: 'alice@acme.example' } });

    const relayState = told.searchParams.get('RelayState') ?? '';
    expect(Buffer.byteLength(relayState)).toBeLessThanOrEqual(80);
    const answer = await answerTo(other, told);
    const back = await next(browser, answer);
    expect(back.origin + back.pathname).toBe(slo);
    expect(back.searchParams.get('RelayState')).toBe('it is (mine)');
    expect(await read(one, back)).toMatchObject({ loggedOut: true });
    // The answer works once.
    await expect(next(browser, answer)).rejects.toThrow('This sign-in is over');
  });

  test('with python3-saml does the same', async () => {
    const security = {
      logoutRequestSigned: true,
      authnRequestsSigned: true,
      signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    };
    const sp = await pythonServiceProvider(await world.metadata(), security, world.key);
    const browser = world.app.client();
    const { address, id } = await sp.begin();
    const session = await sp.finish(await visit(browser, address), id);
    const { address: leave, id: request } = await sp.leave(session);
    const back = await next(browser, leave);
    expect(back.origin + back.pathname).toBe(slo);
    expect(await sp.left(back.search.slice(1), request)).toMatchObject({ errors: [], reason: null });
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('S46 without a signature or with another name ends nothing', async () => {
    const { browser, one, profile } = await world.inBoth();
    const signed = await one.getLogoutUrlAsync(profile as never, '', {});
    const unsigned = new URL(signed);
    unsigned.searchParams.delete('Signature');
    unsigned.searchParams.delete('SigAlg');
    await expect(next(browser, unsigned.href)).rejects.toThrow('not signed');
    await expect(next(browser, signed.replace('Signature=', 'Signature=AAAA'))).rejects.toThrow('does not match');
    await next(browser, await one.getLogoutUrlAsync({ ...profile, nameID: 'bob@acme.example' } as never, '', {}));
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('S46 by the session of another service provider ends nothing', async () => {
    const { browser, one, profile, second } = await world.inBoth();
    await next(
      browser,
      await one.getLogoutUrlAsync({ ...profile, sessionIndex: second?.sessionIndex } as never, '', {}),
    );
    expect(await isSignedIn(browser)).toBe(true);
  });
});

describe('a sign-out that begins here', () => {
  test('leads the browser to each service provider, and back to our page', async () => {
    const { browser, one, other } = await world.inBoth();
    const { body } = await browser.post('logout', {});
    expect(body.data).toBe('acme/alice');
    let at = await next(browser, body.data2);
    for (const [saml, address] of [
      [one, slo],
      [other, deskSlo],
    ] as const) {
      expect(at.origin + at.pathname).toBe(address);
      at = await next(browser, await answerTo(saml, at));
    }
    expect(at.pathname).toBe('/logout');
  });

  test('posts a signed form to a service provider that wants one', async () => {
    await world.serviceProvider({ certificates: world.key.certificate, sloUrl: slo, sloBinding: 'POST' });
    const browser = world.app.client();
    const saml = await world.shop();
    await visit(browser, await saml.getAuthorizeUrlAsync('', undefined, {}));
    const { body } = await browser.post('logout', {});
    const { text } = await browser.get(body.data2);
    const SAMLRequest = /name="SAMLRequest" value="([^"]*)"/.exec(text)?.[1] ?? '';
    expect(formIn(text).action).toBe(slo);
    expect(await saml.validatePostRequestAsync({ SAMLRequest })).toMatchObject({ loggedOut: true });
    expect(xmlOf({ SAMLResponse: SAMLRequest })).toContain('SessionIndex');
  });

  test('S46 goes on without an answer for the browser alone, and once', async () => {
    const { browser } = await world.inBoth();
    const { body } = await browser.post('logout', {});
    const { text } = await browser.get(body.data2);
    const without = new URL(linkIn(text, 'without'), world.app.url);
    const [forged, again] = [new URL(without), await browser.get(without.pathname + without.search)];
    expect(linkIn(again.text, 'on')).toContain(deskSlo);
    expect((await next(browser, without.href)).pathname).toBe('/logout');
    forged.search = new URL(linkIn(again.text, 'without'), world.app.url).search;
    forged.searchParams.set('without', 'guessed');
    expect((await next(browser, forged.href)).pathname).toBe('/logout');
  });

  test('without a service provider leads nowhere', async () => {
    const browser = await world.app.admin();
    expect((await browser.post('logout', {})).body).toMatchObject({ data: 'built-in/admin', data2: null });
  });
});
