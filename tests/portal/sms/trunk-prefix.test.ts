import { callingCodes } from '@doorwright/crds/options/calling-codes.ts';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { askForCode, from, portalSettings } from '../world/portal-world.ts';
import { startSmsService } from './sms-service.ts';

let service: Awaited<ReturnType<typeof startSmsService>>;
let app: TestApp;
let root: Client;
beforeAll(async () => {
  service = await startSmsService('the access key', 'the secret');
  app = await startApp({ settings: portalSettings });
  root = await app.admin();
  await add(root, 'provider', {
    ...{ name: 'provider_sms', category: 'SMS', type: 'Aliyun SMS', endpoint: service.url },
    ...{ clientId: 'the access key', clientSecret: 'the secret', signName: 'Acme', templateCode: 'SMS_1' },
  });
});
afterAll(async () => {
  await app?.stop();
  service?.stop();
});

let places = 0;

/** An organization with phone numbers of this country, and its shop. */
async function inCountry(phonePrefix: string, rules: { allowForeignPhones?: boolean } = {}): Promise<string> {
  const name = `place-${++places}`;
  await add(root, 'organization', { name, phonePrefix, ...rules });
  await add(root, 'application', {
    ...{ name, organization: name, cert: 'cert-built-in', enableSignUp: true, enableCodeSignin: true },
    providers: [{ name: 'provider_sms' }],
    signupItems: [{ name: 'Username' }, { name: 'Password' }, { name: 'Phone' }],
  });
  return name;
}

const ask = (place: string, dest: string, method: string, more: Record<string, string> = {}) =>
  askForCode(from(app), dest, { type: 'phone', applicationId: `admin/${place}`, method, ...more });
const login = async (place: string, username: string, proof: Record<string, string>) =>
  (await from(app).post('login', { type: 'login', application: place, username, ...proof })).body;

async function codeTo(number: string): Promise<string> {
  const found = () => service.sent.findLast(({ PhoneNumbers }) => PhoneNumbers === number);
  await expect.poll(found).toBeTruthy();
  return JSON.parse(found()?.TemplateParam ?? '{}').code;
}

describe('A number in its national form', () => {
  test.each([
    ['49', '0170 1234567', '1701234567'],
    ['49', '+49 (0)170 / 1234567', '1701234567'],
    ['44', '07911 123456', '7911123456'],
    ['33', '06 12 34 56 78', '612345678'],
    ['36', '06 20 123 4567', '201234567'],
    ['7', '8 (912) 345-67-89', '9123456789'],
    ['7', '800 123 45 67', '8001234567'],
    ['1', '1 212 555 0100', '2125550100'],
    ['39', '06 1234 5678', '0612345678'],
    ['48', '512 345 678', '512345678'],
    ['54', '011 15-2345-6789', '91123456789'],
    ['993', '8 66 123456', '66123456'],
  ])('of +%s is understood: %s', async (prefix, written, number) => {
    const place = await inCountry(prefix);
    expect((await ask(place, written, 'signup')).status).toBe('ok');
    const phoneCode = await codeTo(`${prefix}${number}`);
    const form = { application: place, username: 'somebody', password, phone: written, phoneCode };
    expect((await from(app).post('signup', form)).body.data).toBe(`${place}/somebody`);
    expect(await app.store('user').find(app.db, place, 'somebody')).toMatchObject({ phone: number });
    for (const name of [written, number, `+${prefix} ${number}`])
      expect((await login(place, name, { password })).data, name).toBe(`${place}/somebody`);
  });
});

describe('A user whose number is stored with the leading 0', () => {
  test('signs in with both forms, and gets codes', async () => {
    const place = await inCountry('49');
    await add(root, 'user', { owner: place, name: 'otto', password, phone: '01719876543' });
    for (const name of ['0171 9876543', '1719876543', '+49 171 9876543'])
      expect((await login(place, name, { password })).data, name).toBe(`${place}/otto`);
    expect((await ask(place, '+491719876543', 'login')).status).toBe('ok');
    const code = await codeTo('491719876543');
    expect((await login(place, '0171 9876543', { code })).data).toBe(`${place}/otto`);
  });

  test('keeps other users from having the number', async () => {
    const place = await inCountry('49');
    await add(root, 'user', { owner: place, name: 'odilo', password, phone: '01763334445' });
    expect((await ask(place, '0176 3334445', 'signup')).status).toBe('ok');
    const phoneCode = await codeTo('491763334445');
    const form = { application: place, username: 'another', password, phone: '0176 3334445', phoneCode };
    expect((await from(app).post('signup', form)).body).toMatchObject({
      code: 'phone-taken',
      fields: [{ field: 'phone' }],
    });
  });

  test('recovers the password with it', async () => {
    const place = await inCountry('49');
    await add(root, 'user', { owner: place, name: 'olaf', password, phone: '01751112223' });
    const username = '+49 175 1112223';
    const { data, data2 } = (await from(app).post('get-email-and-phone', { application: place, username })).body;
    expect([data.phone, data2]).toEqual([username, 'phone']);
    expect((await ask(place, username, 'forget', { checkUser: username })).status).toBe('ok');
    const browser = from(app);
    const proof = { application: place, type: 'phone', username, dest: username, code: await codeTo('491751112223') };
    expect((await browser.post('verify-code', proof)).body).toMatchObject({ status: 'ok' });
    expect((await browser.post('reset-password', { newPassword: 'a-new-password' })).body.status).toBe('ok');
    expect((await login(place, '0175 1112223', { password: 'a-new-password' })).data).toBe(`${place}/olaf`);
  });
});

describe('A number of another country', () => {
  const foreign = { allowForeignPhones: true };

  test.each([
    ['86', '+49 (0)170 / 1234567', '+491701234567'],
    ['49', '+43 0664 1234567', '+436641234567'],
    ['49', '+1 212 555 0100', '+12125550100'],
  ])('in an organization of +%s is understood and keeps its country: %s', async (prefix, written, stored) => {
    const place = await inCountry(prefix, foreign);
    expect((await ask(place, written, 'signup')).status).toBe('ok');
    const phoneCode = await codeTo(stored.slice(1));
    const form = { application: place, username: 'somebody', password, phone: written, phoneCode };
    expect((await from(app).post('signup', form)).body.data).toBe(`${place}/somebody`);
    expect(await app.store('user').find(app.db, place, 'somebody')).toMatchObject({ phone: stored });
    for (const name of [written, stored])
      expect((await login(place, name, { password })).data).toBe(`${place}/somebody`);
  });

  test('signs its user in with a code, and stays theirs', async () => {
    const place = await inCountry('86', foreign);
    await add(root, 'user', { owner: place, name: 'otto', password, phone: '+491715556667' });
    expect((await ask(place, '+49 (0)171 5556667', 'login')).status).toBe('ok');
    const code = await codeTo('491715556667');
    expect((await login(place, '+491715556667', { code })).data).toBe(`${place}/otto`);
    const other = { owner: place, name: 'another', password, phone: '+491715556667' };
    expect((await root.post('add-user', other)).body).toMatchObject({ code: 'not-unique' });
  });

  test('gets no code, and no user has it, where the organization takes only its own country', async () => {
    const place = await inCountry('86');
    expect(await ask(place, '+49 170 1234567', 'signup')).toMatchObject({ code: 'phone-invalid' });
    const user = { owner: place, name: 'otto', password, phone: '+491701234567' };
    expect((await root.post('add-user', user)).body).toMatchObject({
      code: 'phone-invalid',
      fields: [{ field: 'phone' }],
    });
  });

  test('is one that its country has', async () => {
    const place = await inCountry('86', foreign);
    expect(await ask(place, '+49', 'signup')).toMatchObject({ code: 'phone-invalid' });
    expect(await ask(place, '+0170 1234567', 'signup')).toMatchObject({ code: 'phone-invalid' });
  });
});

test('The calling codes of the pages are those of the library that reads numbers', () => {
  const known = getCountries().map((country) => [country, getCountryCallingCode(country)]);
  expect(callingCodes).toEqual(Object.fromEntries(known));
});

test('S25 wrong guesses at a number count as one, in every form, whether or not a user has it', async () => {
  const place = await inCountry('49');
  await add(root, 'user', { owner: place, name: 'ottilie', password, phone: '1701111111' });
  const answers = async (numbers: string[]) => {
    const codes: (string | undefined)[] = [];
    for (const name of numbers) codes.push((await login(place, name, { password: 'wrong-one' })).code);
    return codes;
  };
  const written = (number: string) => [`0${number}`, number, `+49 ${number}`, `0${number}`, number, `+49${number}`];
  expect(await answers(written('1702222222'))).toEqual(await answers(written('1701111111')));
});
