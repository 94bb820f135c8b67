import { afterAll, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { startSmsService } from '../sms/sms-service.ts';
import { type PagesWorld, startPages } from '../world/pages-world.ts';
import { askForCode, otherThan } from '../world/portal-world.ts';
import { addPerson, button, done, password, stored, visitAccount } from './account-world.ts';

let world: PagesWorld;
let sms: Awaited<ReturnType<typeof startSmsService>>;
beforeAll(async () => {
  [world, sms] = await Promise.all([startPages(), startSmsService('access-id', 'access-secret')]);
  await add(world.root, 'provider', {
    ...{ name: 'provider_sms', category: 'SMS', type: 'Aliyun SMS', clientId: 'access-id' },
    ...{ clientSecret: 'access-secret', endpoint: sms.url, signName: 'Acme', templateCode: 'SMS_1' },
  });
  const providers = [{ name: 'provider_mail' }, { name: 'provider_sms' }];
  await world.root.post('update-application', { providers }, { query: { id: 'admin/shop' } });
});
afterAll(async () => {
  await world?.stop();
  sms?.stop();
});

async function codeTo(phone: string): Promise<string> {
  const message = () => sms.sent.findLast(({ PhoneNumbers }) => PhoneNumbers?.endsWith(phone));
  await expect.poll(message).toBeDefined();
  return /\d{6}/.exec(message()?.TemplateParam ?? '')?.[0] ?? '';
}

const noticeTo = (email: string) => world.mail.mailTo(email, /Subject: Your phone number was changed/);

test('a new phone needs a code to it, and a letter tells the user', async () => {
  const { page, name, email, complaints } = await visitAccount(world, { phone: '13800138001' });
  await button(page, 'Change phone').click();
  const dialog = page.getByRole('dialog', { name: 'Change phone' });
  await dialog.getByLabel('New phone').fill('13800138002');
  await dialog.getByRole('button', { name: 'Send Code' }).click();
  await dialog.getByRole('textbox', { name: 'Verification code' }).fill(await codeTo('13800138002'));
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await done(page, 'Your phone is changed');
  expect(await stored(world, name)).toMatchObject({ phone: '13800138002', email });
  expect((await noticeTo(email)).text).toContain(name);
  expect(complaints).toEqual([]);
});

test('S29, 35.29 no phone is valid by a wrong code, nor by a code to another number, and the right code verifies it', async () => {
  const { name, email } = await addPerson(world, { phone: '13800138003' });
  const client = await world.app.signedIn('acme', name, password);
  const reset = async (dest: string, code: string) =>
    (await client.post('reset-email-or-phone', { type: 'phone', dest, code })).body;
  const asked = { type: 'phone', method: 'reset' };
  expect(await askForCode(client, '13800138004', asked)).toMatchObject({ status: 'ok' });
  const code = await codeTo('13800138004');
  expect((await reset('13800138004', otherThan(code))).status).toBe('error');
  expect((await reset('13800138005', code)).status).toBe('error');
  expect(await stored(world, name)).toMatchObject({ phone: '13800138003', phoneVerified: false });
  expect(await reset('13800138004', code)).toMatchObject({ status: 'ok' });
  expect(await stored(world, name)).toMatchObject({ phone: '13800138004', phoneVerified: true });
  await noticeTo(email);
});
