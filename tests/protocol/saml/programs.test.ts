import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { fromBase32, oneTimeCode } from '../../harness/one-time-code.ts';
import { password } from '../../harness/world.ts';
import { createSamlWorld, type SamlWorld } from './world.ts';
import { asked, writeRequest } from './write-request.ts';

let world: SamlWorld;
let other: TestApp;
let codes: string[] = [];
beforeAll(async () => {
  world = await createSamlWorld();
  other = await startApp({ databaseUrl: world.app.databaseUrl, settings: { DOORWRIGHT_ORIGIN: world.app.url } });
  const browser = world.app.client();
  await browser.post('login', {
    type: 'login',
    application: 'shop',
    organization: 'acme',
    username: 'alice',
    password,
  });
  const { secret, enrolment } = (await browser.post('begin-factor')).body.data;
  const code = oneTimeCode(fromBase32(secret), new Date());
  codes = (await browser.post('add-factor', { enrolment, code })).body.data;
}, 120_000);
afterAll(async () => {
  await other?.stop();
  await world?.app.stop();
});

const newRequest = () => {
  const page = `${world.app.url}/login/saml/authorize/admin/shop`;
  return Buffer.from(writeRequest(asked(page))).toString('base64');
};

/** A program that sends the request of a service provider with each of its calls. */
const program = (samlRequest: string, client: Client = world.app.client()) => {
  const call = async (form: object) =>
    (await client.post('login', { type: 'saml', application: 'shop', organization: 'acme', samlRequest, ...form }))
      .body;
  return {
    call,
    proves: () => call({ username: 'alice', password }),
    recovers: (code = codes.pop()) => call({ factor: 'recovery', factorCode: code }),
  };
};
const xmlOf = ({ data }: { data?: unknown }) => Buffer.from(String(data), 'base64').toString();

describe('a program that sends a samlRequest to /api/login', () => {
  test('S28 gets a response after the second factor only, and the response tells it', async () => {
    const { proves, recovers } = program(newRequest());
    const first = await proves();
    expect(first).toMatchObject({ status: 'error', code: 'factor-required' });
    expect(JSON.stringify(first)).not.toContain('PHNhbWxw');
    expect(await recovers('wrong-code')).toMatchObject({ status: 'error' });
    const answer = await recovers();
    expect(answer).toMatchObject({ status: 'ok', data2: 'https://sp.example/acs' });
    expect(xmlOf(answer)).toContain('status:Success');
    expect(xmlOf(answer)).toContain('https://refeds.org/profile/mfa');
  });

  test('S28 owes the consent after the second factor, and gets nothing before', async () => {
    await world.change({ requireConsent: true });
    const { call, proves, recovers } = program(newRequest());
    expect(await proves()).toMatchObject({ code: 'factor-required' });
    expect(await call({ consent: true })).toMatchObject({ status: 'error' });
    expect(await recovers()).toMatchObject({ code: 'consent-required' });
    expect(xmlOf(await call({ consent: true }))).toContain('status:Success');
    await world.change({ requireConsent: false });
  });

  test('S46 gets one response for a request, at whichever replica it asks again', async () => {
    const samlRequest = newRequest();
    const first = program(samlRequest);
    await first.proves();
    expect(await first.recovers()).toMatchObject({ status: 'ok' });
    for (const app of [other, world.app]) {
      const again = program(samlRequest, app.client());
      expect(await again.proves()).toMatchObject({ code: 'factor-required' });
      const refused = await again.recovers();
      expect(refused).toMatchObject({ status: 'error', code: 'saml-request-unknown' });
      expect(JSON.stringify(refused)).not.toContain('PHNhbWxw');
    }
  });
});
