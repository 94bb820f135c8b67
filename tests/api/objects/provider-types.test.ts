import { randomUUID } from 'node:crypto';
import { languages } from '@doorwright/locales';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';

let app: TestApp;
let root: Client;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
});
afterAll(() => app?.stop());

const fresh = () => `p-${randomUUID().slice(0, 8)}`;
const update = async (name: string, change: Record<string, unknown>) =>
  (await root.post('update-provider', change, { query: { id: `admin/${name}` } })).body;

/** Waits for its behaviour, while other services work. */
const closed = { category: 'OAuth', type: 'Bilibili' };

describe('A type that does not work', () => {
  test('cannot be chosen: neither for a new provider nor for another one', async () => {
    const name = fresh();
    const refused = {
      code: 'provider-unsupported',
      msg: 'The provider type Bilibili is not supported',
      fields: [{ field: 'type', message: 'is not supported yet' }],
    };
    expect((await root.post('add-provider', { name, ...closed })).body).toMatchObject(refused);
    await root.post('add-provider', { name, category: 'Captcha', type: 'Default' });
    expect(await update(name, closed)).toMatchObject(refused);
    expect((await root.get('get-provider', { id: `admin/${name}` })).body.data.type).toBe('Default');
  });

  test.each(languages)('is refused with words in %s', async (language) => {
    const { body } = await root.post(
      'add-provider',
      { name: fresh(), ...closed },
      { headers: { 'accept-language': language } },
    );
    expect(body.code).toBe('provider-unsupported');
    expect(body.msg).toContain('Bilibili');
    if (language !== 'en') expect(body.msg).not.toContain('not supported');
  });

  test('can be read and changed where it is stored already', async () => {
    const name = fresh();
    await root.post('add-provider', { name, category: 'Captcha', type: 'Default' });
    await app.db('providers').where({ name }).update(closed);
    expect((await root.get('get-provider', { id: `admin/${name}` })).body.data).toMatchObject(closed);
    expect(await update(name, { ...closed, displayName: 'Old' })).toMatchObject({ status: 'ok' });
  });

  test.each(['OAuth', 'SAML', 'Payment'])('can be stored for %s, where no type works yet', async (category) => {
    const type = { OAuth: 'WeChat', SAML: 'Keycloak', Payment: 'GC' }[category];
    expect((await root.post('add-provider', { name: fresh(), category, type })).body.status).toBe('ok');
  });
});

test('a type belongs to its category', async () => {
  const { body } = await root.post('add-provider', { name: fresh(), category: 'SMS', type: 'AWS S3' });
  expect(body).toMatchObject({ code: 'invalid', fields: [{ field: 'type' }] });
});
