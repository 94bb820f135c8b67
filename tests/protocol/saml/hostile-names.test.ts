import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileTexts, inXml } from '../../harness/hostile-text.ts';
import { createSamlWorld, followOn, formIn, type SamlWorld, visit, xmlOf } from './world.ts';

let world: SamlWorld;
beforeAll(async () => {
  world = await createSamlWorld();
  await world.change({ enableSigninSession: true });
});
afterAll(() => world.app.stop());

/** The two line separators of XML 1.1 become line breaks where the document is signed, for every reader alike. */
const told = (text: string) => inXml(text).replaceAll(/[\u0085\u2028]/g, '\n');
/** Line breaks in an attribute of XML become blanks. */
const named = (text: string) => told(text).replaceAll(/[\t\n]/g, ' ');

const sources = ['displayName', 'affiliation', 'title', 'tag'] as const;

/** A browser with a session, and the form that it brings to the service provider for a request. */
async function signedIn() {
  const saml = await world.library();
  const browser = world.app.client();
  await visit(browser, await saml.getAuthorizeUrlAsync('', undefined, {}));
  return async (relayState = '') => {
    const { pathname, search } = new URL(await saml.getAuthorizeUrlAsync(relayState, undefined, {}));
    const form = formIn((await followOn(browser, await browser.get(pathname + search))).text);
    return { form, profile: (await saml.validatePostResponseAsync({ ...form })).profile };
  };
}

const userIs = (columns: Record<string, string>) =>
  world.app.db('users').where({ owner: 'acme', name: 'alice' }).update(columns);

test('S46 names with control characters, quotes and markup stay data, for a random seed', async () => {
  const { seed, text } = hostileTexts();
  const samlAttributes = sources.map((source) => ({ name: source, source }));
  await world.change({ samlAttributes: samlAttributes as never });
  const arrive = await signedIn();
  for (let round = 0; round < 50; round++) {
    const names = sources.map(text);
    const [display_name = '', affiliation = '', title = '', tag = ''] = names;
    const email = `${text()}@acme.example`;
    await userIs({ display_name, affiliation, title, tag, email });
    const { form, profile } = await arrive();
    const about = `seed ${seed}, round ${round}`;
    expect(
      sources.map((source) => profile?.[source]),
      about,
    ).toEqual(names.map(told));
    expect(xmlOf(form).match(/<saml:Attribute /g), about).toHaveLength(sources.length);
    expect(profile?.nameID, about).toBe(told(email));
  }
  await userIs({ email: 'alice@acme.example' });
}, 120_000);

test('S46 attributes that an administrator names and fills with markup stay one attribute each', async () => {
  const { seed, text } = hostileTexts();
  for (let round = 0; round < 15; round++) {
    const [name, value, friendlyName] = [text(), text(), text()];
    await world.change({ samlAttributes: [{ name, source: 'fixed', value, nameFormat: 'uri', friendlyName }] });
    const arrive = await signedIn();
    const { form, profile } = await arrive();
    const about = `seed ${seed}, round ${round}`;
    expect(profile?.[named(name)], about).toBe(told(value));
    expect(xmlOf(form).match(/<saml:Attribute /g), about).toHaveLength(1);
    expect(profile?.nameID, about).toBe('alice@acme.example');
  }
  await world.change({ samlAttributes: [] });
}, 120_000);

test('S46 a RelayState with markup comes back as it was, in one field of the form', async () => {
  const { seed, text } = hostileTexts();
  const arrive = await signedIn();
  for (let round = 0; round < 50; round++) {
    const relayState = text();
    const { form, profile } = await arrive(relayState);
    expect(form.RelayState, `seed ${seed}, round ${round}`).toBe(relayState);
    expect(form.action).toBe('https://sp.example/acs');
    expect(profile?.nameID).toBe('alice@acme.example');
  }
}, 120_000);
