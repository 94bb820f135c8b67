import { createHash, randomUUID } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statementsOf } from '../../harness/database/statements.ts';
import { add } from '../../harness/world.ts';
import { callback, createProtocolWorld, type ProtocolWorld } from '../world.ts';

let world: ProtocolWorld;
beforeAll(async () => {
  world = await createProtocolWorld();
});
afterAll(() => world.app.stop());

const applicationWith = (settings: Partial<Application> = {}) =>
  world.application(`app-${randomUUID()}`, { grantTypes: ['authorization_code', 'id_token'], ...settings });

const challenge = () => createHash('sha256').update(randomUUID()).digest('base64url');

/** A request of a sign-in page, with new random values. */
const asked = ({ clientId }: Application, own: Record<string, string> = {}) => ({
  clientId,
  responseType: 'code',
  redirectUri: callback,
  scope: 'openid',
  state: randomUUID(),
  nonce: randomUUID(),
  code_challenge: challenge(),
  code_challenge_method: 'S256',
  ...own,
});

const page = async (query: Record<string, string>) => {
  const { body } = await world.app.anonymous.get('get-app-login', query);
  return body.status === 'ok' ? 'good' : body.code;
};

describe('a good request of a sign-in page', () => {
  test('is known without a statement, also for an application with providers', async () => {
    const name = `provider-${randomUUID()}`;
    await add(world.root, 'provider', { name, displayName: name, category: 'OAuth', type: 'Google' });
    const application = await applicationWith({ providers: [{ name }] as never });
    const times = [];
    for (let time = 0; time < 4; time++)
      times.push(await statementsOf(world.app, async () => expect(await page(asked(application))).toBe('good')));
    expect(Math.min(...times.map(({ length }) => length))).toBe(0);
    const shown = async () =>
      (await world.app.anonymous.get('get-app-login', asked(application))).body.data.providers[0].provider;
    expect(await shown()).toMatchObject({ name, displayName: name });
    expect(await shown()).not.toHaveProperty('clientSecret');
    await world.root.post(
      'update-provider',
      { displayName: 'Renamed' },
      { query: { id: `admin/${name}`, columns: 'displayName' } },
    );
    expect(await shown()).toMatchObject({ displayName: 'Renamed' });
  });

  test.each<[string, string, Record<string, string>]>([
    ['another address', 'redirect-not-allowed', { redirectUri: 'https://evil.example/callback' }],
    ['a grant that it does not have', 'grant-not-allowed', { responseType: 'token' }],
    ['an invalid challenge', 'pkce-needed', { code_challenge: 'true' }],
    ['an unsupported method', 'pkce-needed', { code_challenge_method: 'plain' }],
    ['an ID token without a nonce', 'authorization-refused', { responseType: 'id_token', nonce: '' }],
  ])('is refused with %s', async (_what, code, own) => {
    const application = await applicationWith();
    for (let time = 0; time < 2; time++) {
      expect(await page(asked(application))).toBe('good');
      expect(await page(asked(application, { responseType: 'id_token' }))).toBe('good');
      expect(await page(asked(application, own))).toBe(code);
    }
  });

  test('is good for its application alone, and for a public one only with a challenge', async () => {
    const application = await applicationWith();
    const other = await applicationWith({ redirectUris: ['https://other.example/callback'] });
    const open = await applicationWith({ clientType: 'public' });
    for (let time = 0; time < 2; time++) {
      expect(await page(asked(application))).toBe('good');
      expect(await page(asked(other))).toBe('redirect-not-allowed');
      expect(await page(asked(open))).toBe('good');
      expect(await page(asked(open, { code_challenge: '', code_challenge_method: '' }))).toBe('pkce-needed');
    }
  });

  test('is judged again when the application changes', async () => {
    const application = await applicationWith();
    const change = (settings: Partial<Application>) =>
      world.root.post('update-application', settings, {
        query: { id: `admin/${application.name}`, columns: Object.keys(settings).join() },
      });
    expect(await page(asked(application))).toBe('good');
    await change({ redirectUris: ['https://moved.example/callback'] });
    expect(await page(asked(application))).toBe('redirect-not-allowed');
    await change({ redirectUris: [callback] });
    expect(await page(asked(application))).toBe('good');
    await change({ isEnabled: false });
    expect(await page(asked(application))).toBe('application-disabled');
  });
});
