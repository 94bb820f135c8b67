import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { cookieName } from '../../harness/cookies.ts';
import { countryFile } from '../../harness/country-file.ts';
import { password } from '../../harness/world.ts';
import { signInAt } from '../account/account-world.ts';
import { type PagesWorld, startPages } from '../world/pages-world.ts';
import { aPerson, type Person, readable } from './people.ts';

const inGermany = '203.0.113.7';
const inJapan = '2001:db8:3::9';
const nowhere = '10.1.2.3';

let world: PagesWorld;
beforeAll(async () => {
  const file = countryFile({ '203.0.113.0/24': 'DE', '198.51.100.0/24': 'FR', '2001:db8:3::/48': 'JP' });
  world = await startPages({ DOORWRIGHT_COUNTRY_DATABASE: file });
});
afterAll(() => world?.stop());

/** Signs in from an address, with the notes that a browser carries. */
async function signIn({ name }: Person, address: string, notes?: Client, word = password): Promise<Client> {
  const client = world.app.client({ 'X-Forwarded-For': address });
  const note = notes?.cookies.get(cookieName(notes.url, 'device'));
  if (note) client.cookies.set(cookieName(client.url, 'device'), note);
  const form = { type: 'login', application: 'shop', organization: 'acme', username: name, password: word };
  expect((await client.post('login', form)).body).toMatchObject({ status: 'ok' });
  return client;
}

const lettersTo = ({ email }: Person) =>
  world.mail.received.filter(({ to }) => to.includes(email)).map(({ text }) => readable(text));
const countriesOf = async ({ name }: Person): Promise<string[]> =>
  (await world.root.get('get-user', { id: `acme/${name}` })).body.data.signinCountries;

describe('a letter tells of a sign-in', () => {
  test('from a country where the user has not signed in before, in a browser that they have used', async () => {
    const person = await aPerson(world, { password });
    const browser = await signIn(person, inGermany);
    await signIn(person, inGermany, browser);
    await signIn(person, inJapan, browser);
    await expect.poll(() => lettersTo(person)).toHaveLength(1);
    expect(lettersTo(person)[0]).toContain(`from the address ${inJapan} (Japan)`);
    // Both countries are known now, and an address without a country is no new one.
    for (const address of [inJapan, inGermany, nowhere]) await signIn(person, address, browser);
    await signIn(person, inGermany);
    await expect.poll(() => lettersTo(person)).toHaveLength(2);
    expect(lettersTo(person)[1]).toContain(`from the address ${inGermany} (Germany)`);
    expect(await countriesOf(person)).toEqual(['DE', 'JP']);
  });

  test('and names the country in the language of the user', async () => {
    const person = await aPerson(world, { password, language: 'de' });
    const browser = await signIn(person, inJapan);
    await signIn(person, inGermany, browser);
    await expect.poll(() => lettersTo(person)).toHaveLength(1);
    expect(lettersTo(person)[0]).toContain(`${inGermany} (Deutschland)`);
  });

  test('but not because of the first known country, or of two sign-ins at once', async () => {
    const person = await aPerson(world, { password });
    const browser = await signIn(person, nowhere);
    await signIn(person, inGermany, browser);
    await Promise.all([signIn(person, inJapan, browser), signIn(person, inJapan, browser)]);
    await signIn(person, nowhere);
    await expect.poll(() => lettersTo(person)).toHaveLength(2);
    expect(lettersTo(person).filter((text) => text.includes('(Japan)'))).toHaveLength(1);
    expect(lettersTo(person).some((text) => text.includes('(Germany)'))).toBe(false);
  });
});

test('users and administrators see the country beside the address of a session, and programs see its code', async () => {
  const person = await aPerson(world, { password });
  const client = await signIn(person, inGermany);
  expect((await client.get('get-account-sessions')).body.data[0]).toMatchObject({ country: 'DE' });
  const { data } = (await world.root.get('get-live-sessions', { owner: 'acme', field: 'user', value: person.name }))
    .body;
  expect(data[0]).toMatchObject({ clientIp: inGermany, country: 'DE' });
  const { page } = await signInAt(world, person.name, '/account/sessions');
  await page.getByText(`from ${inGermany} (Germany)`).waitFor();
});

test('a sign-in with the master password leaves no country behind', async () => {
  const person = await aPerson(world, { password });
  await signIn(person, inGermany);
  const masterPassword = 'master-of-all-doors-9';
  await world.root.post('update-organization', { masterPassword }, { query: { id: 'admin/acme' } });
  await signIn(person, inJapan, undefined, masterPassword);
  expect(await countriesOf(person)).toEqual(['DE']);
});

test('nobody writes the countries of a user', async () => {
  const person = await aPerson(world, { password });
  await signIn(person, inGermany);
  await world.root.post('update-user', { signinCountries: ['JP'] }, { query: { id: `acme/${person.name}` } });
  expect(await countriesOf(person)).toEqual(['DE']);
});
