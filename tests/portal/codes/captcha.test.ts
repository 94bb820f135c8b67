import { createServer, type Server } from 'node:http';
import { inBeeps } from '@doorwright/api/signin/captcha/beeps.ts';
import { draw } from '@doorwright/api/signin/captcha/draw.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { digitsHeard } from '../../harness/beeps.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';

let time = Date.parse('2026-11-21T12:00:00Z');
const now = () => new Date(time);
const settings = { DOORWRIGHT_TRUSTED_PROXIES: '127.0.0.0/8', DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' };

let app: TestApp;
let other: TestApp;
let root: Client;
/** Speaks the siteverify protocol of developers.google.com/recaptcha/docs/verify. */
let service: Server;
const asked: URLSearchParams[] = [];
beforeAll(async () => {
  app = await startApp({ now, settings });
  other = await startApp({ now, settings, databaseUrl: app.databaseUrl });
  root = await app.admin();
  service = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const sent = new URLSearchParams(Buffer.concat(chunks).toString());
    asked.push(sent);
    const success = sent.get('secret') === 'the site secret' && sent.get('response') === 'a good token';
    res.end(JSON.stringify(success ? { success } : { success, 'error-codes': ['invalid-input-response'] }));
  });
  await new Promise<void>((resolve) => void service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as { port: number };
  await add(root, 'provider', {
    name: 'provider_hcaptcha',
    category: 'Captcha',
    type: 'hCaptcha',
    clientId: 'the site key',
    clientSecret: 'the site secret',
    endpoint: `http://127.0.0.1:${port}/siteverify`,
  });
  const provided = (name: string, providers: string[]) =>
    add(root, 'application', {
      name,
      organization: 'built-in',
      cert: 'cert-built-in',
      providers: providers.map((each) => ({ name: each })),
    });
  await provided('foreign', ['provider_hcaptcha']);
  await provided('bare', []);
});
afterAll(async () => {
  service.close();
  await other.stop();
  await app.stop();
});

let addresses = 0;
const from = (to: TestApp, address = `198.51.100.${++addresses}`) => to.client({ 'X-Forwarded-For': address });
const offer = async (client: Client, query: Record<string, string> = {}) =>
  (await client.get('get-captcha', { applicationId: 'admin/app-built-in', ...query })).body;
const answer = async (client: Client, captchaId: string, captchaToken: string, more: Record<string, string> = {}) =>
  (
    await client.post(
      'verify-captcha',
      new URLSearchParams({ captchaType: 'Default', captchaId, captchaToken, ...more }),
    )
  ).body;

/** The parts of a PNG. */
function chunksOf(picture: Buffer): string[] {
  const found: string[] = [];
  for (let at = 8; at < picture.length; at += picture.readUInt32BE(at) + 12)
    found.push(picture.toString('latin1', at + 4, at + 8));
  return found;
}

describe('the built-in captcha', () => {
  test('is a picture of pixels in the shape of 200 by 80', async () => {
    const { data } = await offer(from(app));
    expect(data).toMatchObject({ type: 'Default', captchaSound: '', clientId: '' });
    const picture = Buffer.from(data.captchaImage, 'base64');
    expect(picture.toString('latin1', 0, 16)).toBe('\x89PNG\r\n\x1a\n\0\0\0\rIHDR');
    expect(picture.readUInt32BE(16) / picture.readUInt32BE(20)).toBe(200 / 80);
    expect(picture.length).toBeLessThan(10_000);
  });

  test('has pixels alone, because the outlines of digits would spell the answer, and never the same ones', () => {
    const pictures = ['56789', '56789'].map(draw);
    for (const picture of pictures) expect(chunksOf(picture)).toEqual(['IHDR', 'IDAT', 'IEND']);
    expect(pictures[0]?.equals(pictures[1] as Buffer)).toBe(false);
  });

  test('is available as sound, with no word of the answer, and can be solved on another server', async () => {
    const { data } = await offer(from(app), { form: 'sound' });
    const digits = digitsHeard(data.captchaSound);
    expect(digits).toMatch(/^\d{5}$/);
    expect(Buffer.from(data.captchaSound, 'base64').toString('latin1', 0, 16)).toMatch(/^RIFF.{4}WAVEfmt $/s);
    const { captchaSound: _, captchaImage: _1, ...texts } = data;
    expect(JSON.stringify(texts)).not.toContain(digits);
    expect((await answer(from(other), data.captchaId, digits)).data).toBe(true);
  });

  test('sounds different each time, for the same digits, and every digit can be counted', () => {
    const [one = Buffer.alloc(0), other = Buffer.alloc(0)] = ['01234', '01234'].map(inBeeps);
    expect(one.equals(other)).toBe(false);
    for (const digits of ['01234', '56789', '00000', '99999'])
      expect(digitsHeard(inBeeps(digits).toString('base64'))).toBe(digits);
  });

  test('takes one answer, right or wrong, for ten minutes, and ignores blanks and commas', async () => {
    const client = from(app);
    const { data: first } = await offer(client, { form: 'sound' });
    expect((await answer(client, first.captchaId, '1 2, 3')).data).toBe(false);
    expect((await answer(client, first.captchaId, digitsHeard(first.captchaSound))).data).toBe(false);
    const { data: second } = await offer(client, { form: 'sound' });
    const spaced = [...digitsHeard(second.captchaSound)].join(' , ');
    expect((await answer(client, second.captchaId, spaced)).data).toBe(true);
    expect((await answer(client, second.captchaId, spaced)).data).toBe(false);
    const { data: third } = await offer(client, { form: 'sound' });
    time += 10 * 60_000 + 1;
    expect((await answer(client, third.captchaId, digitsHeard(third.captchaSound))).data).toBe(false);
  });

  test('appears neither in the database nor in the logs', async () => {
    const { data } = await offer(from(app), { form: 'sound' });
    const row = await app.db('verification_codes').where({ id: data.captchaId }).first();
    expect(JSON.stringify(row)).not.toContain(digitsHeard(data.captchaSound));
    expect(row.digest.length).toBe(43);
  });
});

test('S23 an address can give twenty wrong captcha answers, over all servers', async () => {
  const address = '203.0.113.9';
  for (let tries = 0; tries < 20; tries += 1)
    expect((await answer(from(tries % 2 ? app : other, address), 'no such', '00000')).data).toBe(false);
  const { data } = await offer(from(app), { form: 'sound' });
  expect((await answer(from(other, address), data.captchaId, digitsHeard(data.captchaSound))).code).toBe('locked');
  expect((await answer(from(other), data.captchaId, digitsHeard(data.captchaSound))).data).toBe(true);
});

test('an address gets ten captchas as sound, then only pictures', async () => {
  const client = from(app);
  for (let asked = 0; asked < 10; asked += 1) expect((await offer(client, { form: 'sound' })).status).toBe('ok');
  expect((await offer(client, { form: 'sound' })).code).toBe('too-many-requests');
  expect((await offer(client)).status).toBe('ok');
});

describe('captcha services', () => {
  const applicationId = 'admin/foreign';

  test('give the site key to the page, and the secret only to the service', async () => {
    const { data } = await offer(from(app), { applicationId });
    expect(data).toMatchObject({ type: 'hCaptcha', clientId: 'the site key' });
    expect(JSON.stringify(data)).not.toContain('the site secret');
    const solved = await answer(from(app), '', 'a good token', { applicationId, captchaType: 'hCaptcha' });
    expect(solved.data).toBe(true);
    expect(asked.at(-1)?.get('secret')).toBe('the site secret');
    const bad = await answer(from(app), '', 'a bad token', { applicationId, captchaType: 'hCaptcha' });
    expect(bad.data).toBe(false);
  });

  test('cannot be replaced by a captcha of another type', async () => {
    const { data } = await offer(from(app), { form: 'sound' });
    const tried = await answer(from(app), data.captchaId, digitsHeard(data.captchaSound), { applicationId });
    expect(tried.data).toBe(false);
  });

  test('can be tried out only by administrators', async () => {
    const query = { applicationId: 'admin/provider_hcaptcha', isCurrentProvider: 'true' };
    expect((await root.get('get-captcha', query)).body.data).toMatchObject({ type: 'hCaptcha' });
    expect((await offer(from(app), query)).code).toBe('sign-in-first');
  });
});

test('an application without a captcha provider has none', async () => {
  expect((await offer(from(app), { applicationId: 'admin/bare' })).data).toMatchObject({ type: 'none' });
  expect((await offer(from(app), { applicationId: 'admin/nowhere' })).code).toBe('not-found');
});
