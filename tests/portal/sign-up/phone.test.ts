import { afterAll, beforeAll, expect, test } from 'vitest';
import { findingsInFull } from '../../console/world/axe.ts';
import { add } from '../../harness/world.ts';
import { startSmsService } from '../sms/sms-service.ts';
import {
  field,
  fill,
  type PagesWorld,
  signupApplication,
  startPages,
  submit,
  visitPage,
} from '../world/pages-world.ts';

const secret = { Password: 'a-good-password' };

let service: Awaited<ReturnType<typeof startSmsService>>;
let world: PagesWorld;
let path: string;
beforeAll(async () => {
  service = await startSmsService('the access key', 'the secret');
  world = await startPages();
  await add(world.root, 'provider', {
    name: 'provider_sms',
    category: 'SMS',
    type: 'Aliyun SMS',
    clientId: 'the access key',
    clientSecret: 'the secret',
    endpoint: service.url,
    signName: 'Acme',
    templateCode: 'SMS_1',
  });
  const items = [{ name: 'Username' }, { name: 'Phone', required: false }, { name: 'Password' }];
  path = await signupApplication(world, 'phoning', items, { providers: [{ name: 'provider_sms' }] });
});
afterAll(async () => {
  await world?.stop();
  service.stop();
});

const stored = (name: string) => world.app.store('user').find(world.app.db, 'acme', name);

test('a phone number is proved by a text message to it, with the prefix of the organization', async () => {
  const { page, complaints } = await visitPage(world, path);
  const phone = field(page, 'Phone (optional)');
  const send = page.getByRole('button', { name: 'Send Code: Phone code' });
  await expect.poll(() => page.locator('.before').textContent()).toBe('+86');
  await phone.fill('12345');
  await expect.poll(() => send.isDisabled()).toBe(true);
  // The number as browsers fill it in, and as people write it.
  await phone.fill('+86 138-1234-5678');
  await fill(page, { Username: 'phoebe', ...secret });
  await submit(page);
  await page.getByText('Please input your phone verification code!').waitFor();
  await send.click();
  await page.getByRole('button', { name: 'Code Sent: Phone code' }).waitFor();
  const message = service.sent.find(({ PhoneNumbers }) => PhoneNumbers === '8613812345678');
  await field(page, 'Phone code').fill(JSON.parse(message?.TemplateParam ?? '{}').code);
  await submit(page);
  await page.waitForURL('**/result/phoning');
  expect(await stored('phoebe')).toMatchObject({ phone: '13812345678' });
  expect(complaints).toEqual([]);
});

test('the country of the phone is the visitor’s, where the organization takes phones of other countries', async () => {
  await add(world.root, 'organization', { name: 'abroad', phonePrefix: '86', allowForeignPhones: true });
  const items = [{ name: 'Username' }, { name: 'Phone' }, { name: 'Password' }];
  const settings = { organization: 'abroad', providers: [{ name: 'provider_sms' }] };
  const open = await signupApplication(world, 'abroad', items, settings);
  const { page, complaints } = await visitPage(world, open, { locale: 'de-AT' });
  const country = page.getByRole('combobox', { name: 'Land des Telefons' });
  await country.waitFor();
  expect(await country.inputValue()).toBe('AT');
  expect(await findingsInFull(page)).toEqual([]);
  await country.selectOption({ label: 'Deutschland +49' });
  await expect.poll(() => page.locator('.country').textContent()).toMatch(/^\+49/);
  await field(page, 'Telefon').fill('0170 1234567');
  await fill(page, { Benutzername: 'greta', Passwort: 'a-good-password' });
  await page.getByRole('button', { name: /^Code senden/ }).click();
  const message = () => service.sent.find(({ PhoneNumbers }) => PhoneNumbers === '491701234567');
  await expect.poll(message).toBeTruthy();
  await field(page, 'Code aus der SMS').fill(JSON.parse(message()?.TemplateParam ?? '{}').code);
  await submit(page, 'Registrieren');
  await page.waitForURL('**/result/abroad');
  expect(await world.app.store('user').find(world.app.db, 'abroad', 'greta')).toMatchObject({ phone: '+491701234567' });
  expect(complaints).toEqual([]);
});

test('a user without a required number signs up without a code', async () => {
  const { page } = await visitPage(world, path);
  await fill(page, { Username: 'paula', ...secret });
  await submit(page);
  await page.waitForURL('**/result/phoning');
  expect(await stored('paula')).toMatchObject({ phone: '' });
});

test('the form leaves out what nobody can prove: an email without a mail provider, a number without one for texts', async () => {
  const items = [{ name: 'Username' }, { name: 'Email', rule: 'Normal' }, { name: 'Phone' }, { name: 'Password' }];
  const { page } = await visitPage(world, await signupApplication(world, 'mute', items, { providers: [] }));
  await fill(page, { Username: 'mia', ...secret });
  expect(await page.locator('form input').evaluateAll((all) => all.map((each) => each.getAttribute('name')))).toEqual([
    'username',
    'password',
  ]);
  await submit(page);
  await page.waitForURL('**/result/mute');
  expect(await stored('mia')).toMatchObject({ email: '', phone: '' });
});
