import { describe, expect, test } from 'vitest';
import { passkeyWorld } from './passkey-world.ts';

const related = 'https://id.example.org';
const world = passkeyWorld({ DOORWRIGHT_PASSKEY_ORIGINS: related });

/** A browser at an address of the installation, with the headers that browsers send. */
const browserAt = (origin: string, site = 'same-origin') =>
  world.app.client({ Origin: origin, 'Sec-Fetch-Site': site });

describe('a related origin', () => {
  test('is announced to browsers', async () => {
    const { origins } = await (await fetch(`${world.app.url}/.well-known/webauthn`)).json();
    expect(origins).toContain(related);
  });

  test('signs users in with the passkeys of the main one', async () => {
    const { key, name } = await world.aKeeper();
    const browser = browserAt(related);
    const options = await world.optionsOf(browser, 'signin', { application: 'shop' });
    const answer = await world.login(browser, key.get(options, { origin: related }));
    expect(answer).toMatchObject({ status: 'ok', data: `acme/${name}` });
    expect((await browser.post('logout')).body.status).toBe('ok');
  });

  test('S19 may not be the site of another page: a request from there, or from an origin that is not listed, is refused', async () => {
    const { key } = await world.aKeeper();
    const options = await world.optionsOf(browserAt(related), 'signin', { application: 'shop' });
    for (const [origin, site] of [
      [related, 'cross-site'],
      [related, 'same-site'],
      ['https://evil.example', 'same-origin'],
    ] as const) {
      const answer = await world.login(browserAt(origin, site), key.get(options, { origin: related }));
      expect(answer, `${origin} ${site}`).toMatchObject({ code: 'cross-site' });
    }
    const old = world.app.client({ Origin: related });
    expect((await world.login(old, key.get(options, { origin: related }))).code).toBe('cross-site');
  });

  test('S31 signs nobody in with an answer that was made at another one', async () => {
    const { key } = await world.aKeeper();
    const browser = browserAt(related);
    const options = await world.optionsOf(browser, 'signin', { application: 'shop' });
    const answer = await world.login(browser, key.get(options, { origin: 'https://evil.example' }));
    expect(answer.status).toBe('error');
  });
});
