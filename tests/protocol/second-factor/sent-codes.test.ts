import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { add, password } from '../../harness/world.ts';
import { type MailServer, mailProvider, startMailServer } from '../../portal/mail/mail-server.ts';
import { startSmsService } from '../../portal/sms/sms-service.ts';
import { factorWorld } from './factor-world.ts';

const world = factorWorld(
  { weakSecondFactors: ['email', 'phone'], phonePrefix: '86' },
  { DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8', DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8' },
);
const { login, browser } = world;

let mail: MailServer;
let sms: Awaited<ReturnType<typeof startSmsService>>;
beforeAll(async () => {
  [mail, sms] = await Promise.all([startMailServer(), startSmsService('access-id', 'access-secret')]);
  await add(world.root, 'provider', mailProvider('provider_mail', mail));
  await add(world.root, 'provider', {
    ...{
      name: 'provider_sms',
      category: 'SMS',
      type: 'Aliyun SMS',
      clientId: 'access-id',
      clientSecret: 'access-secret',
    },
    ...{ endpoint: sms.url, signName: 'Acme', templateCode: 'SMS_1' },
  });
  await world.update('application', 'admin/shop', { providers: [{ name: 'provider_mail' }, { name: 'provider_sms' }] });
});
afterAll(async () => {
  await mail?.stop();
  sms?.stop();
});

let numbers = 10_000_000;

async function aPerson() {
  const email = `${crypto.randomUUID()}@acme.example`;
  numbers += 1;
  const phone = `138${numbers}`;
  const username = await world.aUser({ email, phone, signupApplication: 'shop' });
  return { username, email, phone };
}

const codeBySms = async (phone: string, known = 0): Promise<string> => {
  const of = () => sms.sent.filter(({ PhoneNumbers }) => PhoneNumbers?.endsWith(phone));
  await expect.poll(() => of().length, { timeout: 20_000 }).toBeGreaterThan(known);
  return /\d{6}/.exec(of().at(-1)?.TemplateParam ?? '')?.[0] ?? '';
};
const codeByMail = async (email: string, known = 0): Promise<string> => {
  const codes = () =>
    mail.received.filter(({ to }) => to.includes(email)).flatMap(({ text }) => /code is (\d{6})/.exec(text)?.[1] ?? []);
  await expect.poll(() => codes().length, { timeout: 20_000 }).toBeGreaterThan(known);
  return codes().at(-1) ?? '';
};

describe.each([
  ['email', ['pwd', 'otp', 'mfa'], codeByMail],
  ['phone', ['pwd', 'otp', 'sms', 'mfa'], codeBySms],
] as const)('a code by %s as the second factor', (type, amr, codeBy) => {
  test('is set up with a code, asked for at sign-in, and works once', async () => {
    const person = await aPerson();
    const { username } = person;
    const client = browser();
    await login(client, { username, password });
    expect((await client.post('begin-factor', { type })).body.status).toBe('ok');
    const first = await codeBy(person[type]);
    expect((await client.post('add-factor', { type, code: '000000' })).body.code).toBe('code-wrong');
    const added = (await client.post('add-factor', { type, code: first })).body;
    expect(added).toMatchObject({ status: 'ok' });
    expect(added.data).toHaveLength(10);
    world.later(61_000);

    const next = browser();
    expect(await login(next, { username, password })).toMatchObject({
      code: 'factor-required',
      data: { factors: [type, 'recovery'] },
    });
    expect((await next.post('ask-factor', { factor: type })).body.status).toBe('ok');
    const second = await codeBy(person[type], 1);
    expect(await login(next, { factor: type, factorCode: second })).toMatchObject({ status: 'ok' });
    expect((await world.sessionsOf(username)).at(-1).amr.toSorted()).toEqual([...amr].toSorted());

    const third = browser();
    await login(third, { username, password });
    expect((await login(third, { factor: type, factorCode: second })).status).toBe('error');
    expect((await third.get('get-account')).body.status).toBe('error');
  });

  test('is set up in the middle of a sign-in that must have a second factor', async () => {
    const person = await aPerson();
    const { username } = person;
    await world.update('user', `acme/${username}`, { requireSecondFactor: true });
    const client = browser();
    const asked = await login(client, { username, password });
    expect(asked).toMatchObject({ code: 'factor-enrol', data: { factors: ['totp', 'email', 'phone'] } });
    expect((await client.post('ask-factor', { factor: type })).body.status).toBe('ok');
    const code = await codeBy(person[type]);
    // The code proves this address only.
    const wrong = type === 'email' ? 'phone' : 'email';
    expect(await login(client, { factor: wrong, factorCode: code })).toMatchObject({ status: 'error' });
    expect(await login(client, { factor: type, factorCode: '000000' })).toMatchObject({ code: 'code-wrong' });
    const next = await login(client, { factor: type, factorCode: code });
    expect(next).toMatchObject({ code: 'factor-recovery' });
    expect(await login(client, { recoveryCodes: next.data.recoveryCodes })).toMatchObject({ status: 'ok' });
    const { data } = (await client.get('get-factors')).body;
    expect(data.map((each: { type: string }) => each.type).toSorted()).toEqual([type, 'recovery'].toSorted());
    expect((await world.sessionsOf(username)).at(-1).amr.toSorted()).toEqual([...amr].toSorted());
    expect((await login(browser(), { username, password })).data.factors).toEqual([type, 'recovery']);
  });

  test('S28 is not set up at sign-in by a user who has a factor, where it is not allowed, or without the address', async () => {
    const { username } = await world.enrolled({ email: `${crypto.randomUUID()}@acme.example` });
    await world.update('user', `acme/${username}`, { requireSecondFactor: true });
    const client = browser();
    expect(await login(client, { username, password })).toMatchObject({ code: 'factor-required' });
    expect((await client.post('ask-factor', { factor: type })).body.code).toBe('factor-missing');
    expect(await login(client, { factor: type, factorCode: '123456' })).toMatchObject({ code: 'code-wrong' });
    const bare = await world.aUser({ requireSecondFactor: true });
    const other = browser();
    expect(await login(other, { username: bare, password })).toMatchObject({ data: { factors: ['totp'] } });
    expect((await other.post('ask-factor', { factor: type })).body.code).toBe('factor-missing');
    expect(await login(other, { factor: type, factorCode: '123456' })).toMatchObject({ code: 'factor-missing' });
    await world.update('organization', 'admin/acme', { weakSecondFactors: [] });
    const person = await aPerson();
    await world.update('user', `acme/${person.username}`, { requireSecondFactor: true });
    const third = browser();
    expect(await login(third, { username: person.username, password })).toMatchObject({ data: { factors: ['totp'] } });
    expect((await third.post('ask-factor', { factor: type })).body.code).toBe('factor-missing');
    await world.update('organization', 'admin/acme', { weakSecondFactors: ['email', 'phone'] });
  });

  test('is of no use where the organization no longer allows it', async () => {
    const person = await aPerson();
    const client = browser();
    await login(client, { username: person.username, password });
    await client.post('begin-factor', { type });
    await client.post('add-factor', { type, code: await codeBy(person[type]) });
    await world.update('organization', 'admin/acme', { weakSecondFactors: [] });
    expect(await login(browser(), { username: person.username, password })).toMatchObject({ status: 'ok' });
    expect((await client.post('begin-factor', { type })).body.status).toBe('error');
    await world.update('organization', 'admin/acme', { weakSecondFactors: ['email', 'phone'] });
  });
});
