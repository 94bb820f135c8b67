import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { from } from '../world/portal-world.ts';
import { type CaptchaVendor, keys, startCaptchaVendor } from './captcha-vendor.ts';

const minute = 60_000;
const types = ['reCAPTCHA', 'hCaptcha', 'Cloudflare Turnstile', 'Aliyun Captcha'];
const ofSiteVerify = types.filter((type) => type !== 'Aliyun Captcha');

let time = Date.parse('2026-11-21T12:00:00Z');
let app: TestApp;
let root: Client;
let vendor: CaptchaVendor;
beforeAll(async () => {
  vendor = await startCaptchaVendor(() => time);
  const settings = { DOORWRIGHT_TRUSTED_PROXIES: '127.0.0.0/8', DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' };
  app = await startApp({ now: () => new Date(time), settings });
  root = await app.admin();
  for (const type of types) await provide(type, nameOf(type));
});
afterAll(async () => {
  vendor?.stop();
  await app?.stop();
});

const nameOf = (type: string) => type.toLowerCase().replaceAll(' ', '-');

/** A provider of the type, and an application of the same name that uses it. */
async function provide(type: string, name: string, own: Record<string, unknown> = {}): Promise<void> {
  const endpoint = vendor.endpointOf(type);
  const subType = type === 'Aliyun Captcha' ? 'nc' : '';
  await add(root, 'provider', { name, category: 'Captcha', type, subType, ...keys, endpoint, ...own });
  await add(root, 'application', {
    name,
    organization: 'built-in',
    cert: 'cert-built-in',
    providers: [{ name }],
  });
}

const verify = async (type: string, captchaToken: string, name = nameOf(type), client = from(app)) => {
  const form = { applicationId: `admin/${name}`, captchaType: type, captchaToken };
  return (await client.post('verify-captcha', new URLSearchParams(form))).body;
};

describe.each(types)('A captcha of %s', (type) => {
  test('proves a human once', async () => {
    const token = vendor.solve(type);
    expect((await verify(type, token)).data).toBe(true);
    expect((await verify(type, token)).data).toBe(false);
    expect((await verify(type, 'a token of nobody')).data).toBe(false);
  });

  test('expires', async () => {
    const token = vendor.solve(type);
    time += 6 * minute;
    expect((await verify(type, token)).data).toBe(false);
  });

  test('shows its public keys to pages, and its secret to nobody', async () => {
    const { data } = (await from(app).get('get-captcha', { applicationId: `admin/${nameOf(type)}` })).body;
    expect(data).toMatchObject({ type, clientId: keys.clientId });
    expect(data.appKey).toBe(type === 'Aliyun Captcha' ? keys.clientSecret2 : '');
    expect(JSON.stringify(data)).not.toContain(keys.clientSecret);
    expect(app.logged.join()).not.toContain(keys.clientSecret);
  });

  test('with wrong keys is the administrator’s problem, and no wrong answer', async () => {
    const name = `${nameOf(type)}-wrong`;
    await provide(type, name, { clientSecret: 'of somebody else' });
    const { code, msg } = await verify(type, vendor.solve(type), name);
    expect(code).toBe('captcha-keys-refused');
    expect(msg).toMatch(/invalid-input-secret|SignatureDoesNotMatch/);
  });

  test('cannot be judged while the vendor is away, which costs no guess', async () => {
    const client = from(app);
    vendor.fail('busy');
    for (let tries = 0; tries < 25; tries += 1)
      expect((await verify(type, vendor.solve(type), nameOf(type), client)).code).toBe('captcha-away');
    vendor.fail('none');
    expect((await verify(type, vendor.solve(type), nameOf(type), client)).data).toBe(true);
  });

  test('can be tried in the editor with the stored secret', async () => {
    const query = { isCurrentProvider: 'true' };
    const tried = (captchaToken: string, client = root) =>
      client.post(
        'verify-captcha',
        { applicationId: `admin/${nameOf(type)}`, captchaType: type, captchaToken },
        { query },
      );
    expect((await tried(vendor.solve(type))).body.data).toBe(true);
    expect((await tried('a token of nobody')).body.data).toBe(false);
    expect((await tried(vendor.solve(type), from(app))).body.code).toBe('sign-in-first');
  });
});

describe.each(ofSiteVerify)('A token of %s', (type) => {
  test('from another site does not count, although the vendor accepts it', async () => {
    const token = vendor.solve(type, { hostname: 'phishing.example' });
    expect((await verify(type, token)).data).toBe(false);
  });

  test('of another site key does not count', async () => {
    const { data, code } = await verify(type, vendor.solve(type, { siteKey: 'of somebody else' }));
    expect(data === true).toBe(false);
    expect(code ?? '').not.toBe('captcha-away');
  });
});

test('hCaptcha is told the site key, so that a token of another one of the customer does not count', async () => {
  await verify('hCaptcha', vendor.solve('hCaptcha'));
  expect(vendor.asked.at(-1)?.get('sitekey')).toBe(keys.clientId);
});

test('Aliyun gets the address of the browser, and only what its script said is read from a token', async () => {
  const token = new URLSearchParams(vendor.solve('Aliyun Captcha'));
  token.set('AppKey', 'of somebody else');
  token.set('RemoteIp', '192.168.0.1');
  expect((await verify('Aliyun Captcha', String(token))).data).toBe(true);
  const sent = vendor.asked.at(-1);
  expect(sent?.get('AppKey')).toBe(keys.clientSecret2);
  expect(sent?.get('RemoteIp')).toMatch(/^198\.51\./);
});

test('a vendor that never answers ends in the same words', async () => {
  vendor.fail('silent');
  expect((await verify('hCaptcha', vendor.solve('hCaptcha'))).code).toBe('captcha-away');
  vendor.fail('none');
}, 60_000);
