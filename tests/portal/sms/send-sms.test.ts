import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, createTenant, type Tenant } from '../../harness/world.ts';
import { startSmsService } from './sms-service.ts';
import { startVendor, type Vendor } from './sms-vendors.ts';

const secret = 'the secret of the key';
let service: Awaited<ReturnType<typeof startSmsService>>;
let app: TestApp;
let root: Client;
let acme: Tenant;
let globex: Tenant;
beforeAll(async () => {
  service = await startSmsService('the access key', secret);
  app = await startApp({ settings: { DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' } });
  root = await app.admin();
  [acme, globex] = [await createTenant(app, root, 'acme'), await createTenant(app, root, 'globex')];
  const aliyun = { category: 'SMS', type: 'Aliyun SMS', clientId: 'the access key', endpoint: service.url };
  const words = { signName: 'Acme 签名', templateCode: 'SMS_1' };
  await add(root, 'provider', { name: 'provider_sms', ...aliyun, ...words, clientSecret: secret });
  await add(root, 'provider', { name: 'provider_wrong', ...aliyun, ...words, clientSecret: 'a wrong secret' });
  const providers = [{ name: 'provider_sms' }];
  expect((await root.post('update-application', { providers }, { query: { id: 'admin/app-acme' } })).body.status).toBe(
    'ok',
  );
});
afterAll(async () => {
  await app.stop();
  service.stop();
});

const phone = () => `138${String(randomInt(1e8)).padStart(8, '0')}`;
const send = async (client: Client, changes: Record<string, unknown> = {}, query: Record<string, string> = {}) =>
  client.post('send-sms', { content: '4711', receivers: [phone()], ...changes }, { query });
const sentTo = (number: string) => service.sent.filter(({ PhoneNumbers }) => PhoneNumbers === `86${number}`);

describe('send-sms', () => {
  test('sends a message to each receiver, with the content in the template', async () => {
    const content = `number ${randomUUID()}`;
    const [one, other] = [phone(), phone()];
    const receivers = [one, `+86 ${other}`, one];
    const { body } = await send(acme.application, { content, receivers, organizationId: 'admin/acme' });
    expect(body).toMatchObject({ status: 'ok' });
    for (const number of [one, other])
      expect(sentTo(number)).toMatchObject([
        { SignName: 'Acme 签名', TemplateCode: 'SMS_1', TemplateParam: JSON.stringify({ code: content }) },
      ]);
    const records = await app.db('records').where({ owner: 'acme', action: 'send-sms', outcome: 'ok' });
    expect(records).toContainEqual(expect.objectContaining({ object: 'provider admin/provider_sms' }));
  });

  test('uses the named provider, if it belongs to the organization', async () => {
    expect((await send(acme.admin, {}, { provider: 'provider_sms' })).body.status).toBe('ok');
    expect((await send(acme.admin, {}, { provider: 'provider_wrong' })).body.code).toBe('sms-provider-missing');
    expect((await send(globex.application, {}, { provider: 'provider_sms' })).body.code).toBe('sms-provider-missing');
    const refused = await send(root, { organizationId: 'admin/acme' }, { provider: 'provider_wrong' });
    expect(refused.body).toMatchObject({ code: 'sms-failed', msg: expect.stringContaining('SignatureDoesNotMatch') });
    expect(refused.text + app.logged.join()).not.toContain('a wrong secret');
  });

  test('refuses invalid numbers, and names them', async () => {
    for (const receiver of ['12345', '1381234567a', '138 0000'])
      expect((await send(acme.application, { receivers: [receiver] })).body).toMatchObject({
        code: 'phones-invalid',
        msg: `Invalid phone receivers: ["${receiver}"]`,
      });
    expect((await send(acme.application, { receivers: [] })).body.code).toBe('phones-invalid');
    expect((await send(acme.application, { content: '' })).body.code).toBe('missing-parameter');
  });
});

describe('a text message goes out', () => {
  const words = { signName: 'Acme 签名', templateCode: '1400006' };
  const json = (body: string) => JSON.parse(body);
  const form = (body: string) => Object.fromEntries(new URLSearchParams(body));
  const vendors: [Vendor, (body: string) => unknown, (to: string) => unknown, string][] = [
    [
      'Tencent Cloud SMS',
      json,
      (to) => ({
        PhoneNumberSet: [`+86${to}`],
        SmsSdkAppid: '1400',
        Sign: words.signName,
        TemplateID: words.templateCode,
        TemplateParamSet: ['4711'],
      }),
      'AuthFailure.SignatureFailure',
    ],
    [
      'Volc Engine SMS',
      json,
      (to) => ({
        SmsAccount: '1400',
        Sign: words.signName,
        TemplateID: words.templateCode,
        TemplateParam: '{"code":"4711"}',
        PhoneNumbers: `+86${to}`,
      }),
      'SignatureDoesNotMatch',
    ],
    [
      'Huawei Cloud SMS',
      form,
      (to) => ({
        from: '1400',
        to: `+86${to}`,
        templateId: words.templateCode,
        templateParas: '["4711"]',
        signature: words.signName,
      }),
      'E000103',
    ],
  ];

  test.each(vendors)('through %s, with its signature', async (type, read, expected, refusal) => {
    const vendor = await startVendor(type, { id: 'the key', secret });
    try {
      const name = `provider-${randomUUID()}`;
      const address = { endpoint: vendor.url, providerUrl: vendor.url };
      const own = { category: 'SMS', type, clientId: 'the key', appId: '1400', ...words, ...address };
      await add(root, 'provider', { name, ...own, clientSecret: secret });
      const number = phone();
      const sent = await send(root, { organizationId: 'admin/acme', receivers: [number] }, { provider: name });
      expect(sent.body).toMatchObject({ status: 'ok' });
      expect(read(vendor.heard.at(-1)?.body ?? '')).toEqual(expected(number));

      await root.post('update-provider', { clientSecret: 'a wrong secret' }, { query: { id: `admin/${name}` } });
      const refused = (await send(root, { organizationId: 'admin/acme' }, { provider: name })).body;
      expect(refused).toMatchObject({ code: 'sms-failed', msg: expect.stringContaining(refusal) });

      await root.post('update-provider', { appId: '' }, { query: { id: `admin/${name}` } });
      const unready = (await send(root, { organizationId: 'admin/acme' }, { provider: name })).body;
      expect(unready).toMatchObject({ code: 'missing-parameter', msg: expect.stringContaining('appId') });
    } finally {
      vendor.stop();
    }
  });
});

describe('S51 a text message', () => {
  test('needs a right', async () => {
    expect((await send(app.anonymous)).body.code).toBe('sign-in-first');
    expect((await send(acme.user)).body.code).toBe('unauthorized');
    expect((await send(acme.admin, { organizationId: 'admin/globex' })).body.code).toBe('unauthorized');
  });

  test('stops after ten to one receiver', async () => {
    const receivers = [phone()];
    for (let sent = 0; sent < 10; sent += 1)
      expect((await send(acme.application, { receivers })).body.status).toBe('ok');
    const { status, headers, body } = await send(acme.application, { receivers });
    expect({ status, code: body.code }).toEqual({ status: 429, code: 'too-many-requests' });
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(sentTo(receivers[0] ?? '')).toHaveLength(10);
  });
});
