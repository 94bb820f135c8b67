import type { Application } from '@doorwright/crds/kinds/application.ts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../../harness/database/database.ts';
import { startProcess } from '../../harness/process.ts';
import { password } from '../../harness/world.ts';
import { callback, createProtocolWorld, errorOf, type ProtocolWorld, signInAt } from '../world.ts';

let world: ProtocolWorld;
let application: Application;
beforeAll(async () => {
  world = await createProtocolWorld({ settings: { DOORWRIGHT_CREDENTIALS_IN_QUERY: 'on', LOG_LEVEL: 'trace' } });
  application = await world.application('app-python', { grantTypes: ['authorization_code', 'password'] });
});
afterAll(() => world.app.stop());

const tokenPath = '/api/login/oauth/access_token';
const secretOf = () => ({ clientId: application.clientId, clientSecret: application.clientSecret });

/** A code, by the sign-in address of Casdoor's libraries. */
async function aCode(): Promise<string> {
  const query = {
    client_id: application.clientId,
    response_type: 'code',
    redirect_uri: callback,
    scope: 'read',
    state: 's',
  };
  const request = new URL(`/login/oauth/authorize?${new URLSearchParams(query)}`, world.app.url);
  return (await signInAt(world.app.client(), request)).body.data;
}
/** The address of Java's library (Apache Oltu), which posts it without a body. */
const exchange = (own: Record<string, string>) => {
  const redirect_uri = 'http://id.internal/api/login/oauth/authorize';
  const { clientId: client_id, clientSecret: client_secret } = application;
  const query = { code: '', grant_type: 'authorization_code', client_secret, redirect_uri, client_id, ...own };
  return world.app.anonymous.post(`${tokenPath}?${new URLSearchParams(query)}`);
};
const warned = ({ headers }: { headers: Headers }) => headers.get('doorwright-warning');

describe('17.18 with the setting on, an application may send its secret in the address', () => {
  test('as Casdoor’s library for Python: it reads and changes what the application may', async () => {
    const query = { ...secretOf(), owner: 'acme' };
    const read = await world.app.anonymous.get('get-users', query);
    expect(read.body).toMatchObject({ status: 'ok', data: [expect.objectContaining({ name: 'alice' })] });
    expect(warned(read)).toBe('credentials-in-query; used');
    const user = { owner: 'acme', name: 'python', displayName: 'Python' };
    const text = JSON.stringify(user);
    const added = await world.app.anonymous.post('add-user', text, { query: { id: 'acme/python', ...secretOf() } });
    expect(added.body).toMatchObject({ status: 'ok', data: 'Affected' });
    const changed = { query: { ...secretOf(), id: 'acme/python' } };
    expect((await world.app.anonymous.post('update-user', { ...user, tag: 'py' }, changed)).body.status).toBe('ok');
    const one = await world.app.anonymous.get('get-user', { id: 'acme/python', ...secretOf() });
    expect(one.body.data).toMatchObject({ tag: 'py' });
  });

  test('as Casdoor’s library for Java: it exchanges a code', async () => {
    const answer = await exchange({ code: await aCode() });
    expect(answer.status, answer.text).toBe(200);
    const { access_token } = answer.body as unknown as { access_token: string };
    expect(decodeJwt(access_token)).toMatchObject({ owner: 'acme', name: 'alice' });
    expect(warned(answer)).toBe('credentials-in-query; used');
  });

  test('… other answers say that the setting is on, and tell no other site the address', async () => {
    for (const path of ['/healthz', '/api/get-account', '/.well-known/jwks', '/login', '/nowhere']) {
      const { headers } = await world.app.anonymous.get(path);
      expect(headers.get('doorwright-warning'), path).toBe('credentials-in-query; accepted');
      expect(headers.get('referrer-policy'), path).toMatch(/no-referrer|same-origin/);
    }
  });

  test('… no other credentials are taken from there, and nothing ambiguous', async () => {
    const { clientId, clientSecret } = application;
    const get = (query: string) => world.app.anonymous.get(`/api/get-users?${query}`);
    const both = `clientId=${clientId}&clientSecret=${clientSecret}`;
    for (const query of [
      `clientSecret=${clientSecret}`,
      `${both}&clientSecret=other`,
      `${both}&clientId=other`,
      `client_id=${clientId}&client_secret=${clientSecret}`,
      `${both}&accessToken=x`,
      `${both}&password=x`,
    ])
      expect((await get(query)).body.code, query).toMatch(/^(credentials-in-url|repeated-parameter)$/);
    const headers = { Authorization: 'Bearer of-somebody' };
    expect((await world.app.anonymous.get('get-users', secretOf(), { headers })).body.code).toBe('credentials-in-url');
    for (const own of [{ password }, { refresh_token: 'r' }, { client_secret: '' }])
      expect(errorOf(await exchange({ code: await aCode(), ...own })), Object.keys(own)[0]).toMatch(/^invalid_/);
    const elsewhere = new URLSearchParams({ client_id: clientId, client_secret: clientSecret });
    expect(errorOf(await world.app.anonymous.post(`/api/login/oauth/introspect?${elsewhere}`))).toBe('invalid_request');
    expect(errorOf(await exchange({ code: await aCode(), redirect_uri: 'https://other.example/callback' }))).toBe(
      'invalid_grant',
    );
  });

  test('… wrong secrets are counted, and no secret gets into logs, records and answers', async () => {
    const guess = (number: number) => `planted-secret-${number}-${'x'.repeat(10)}`;
    const answers: string[] = [];
    for (let number = 0; number < 6; number++) {
      const { clientId } = application;
      const query = { owner: 'acme', clientId, clientSecret: guess(number) };
      answers.push((await world.app.anonymous.get('get-users', query)).text);
      answers.push((await world.app.anonymous.post('add-user', { owner: 'acme', name: 'x' }, { query })).text);
      answers.push((await world.app.anonymous.post('nowhere', {}, { query })).text);
      answers.push((await world.app.anonymous.get('/API/get-users', query)).text);
      answers.push((await world.app.anonymous.post('/Api/add-user', {}, { query })).text);
      answers.push((await world.app.anonymous.post('/declared/v1/nowhere', {}, { query })).text);
      answers.push((await exchange({ client_secret: guess(number), code: 'planted-code' })).text);
    }
    expect(JSON.parse(String(answers[0])).code).toBe('sign-in-failed');
    expect((await world.app.db('guess_counts')).length).toBeGreaterThan(0);
    const records = await world.app.db('records').select('*');
    expect(JSON.stringify(records)).toContain('/api/add-user?');
    const metrics = await world.app.metrics();
    for (const place of [JSON.stringify(records), world.app.logged.join('\n'), answers.join('\n'), metrics])
      for (const secret of ['planted-', application.clientSecret]) expect(place).not.toContain(secret);
  });
});

describe('17.18 without the setting', () => {
  test('a secret in the address is refused, and no answer warns', async () => {
    const plain = await createProtocolWorld();
    const { clientId, clientSecret } = await plain.application('app-off');
    const refused = await plain.app.anonymous.get('get-users', { owner: 'acme', clientId, clientSecret });
    expect(refused.body.code).toBe('credentials-in-url');
    expect(warned(refused)).toBeNull();
    await plain.app.stop();
  });

  test('… a warning at the start says so', async () => {
    const database = await createDatabase();
    const api = await startProcess(database.url, { DOORWRIGHT_CREDENTIALS_IN_QUERY: 'on' });
    expect(api.output()).toMatch(/Secrets of applications are accepted in addresses/);
    await api.kill('SIGTERM');
    await database.drop();
  });
});
