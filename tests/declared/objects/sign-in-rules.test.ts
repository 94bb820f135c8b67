import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { createOperator, type Operator } from '../operator.ts';

let app: TestApp;
let root: Client;
let operator: Operator;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
  operator = createOperator(app.url);
});
afterAll(() => app?.stop());

const declare = (fields: object) =>
  operator.put('organization/admin/acme', { uid: 'u-acme', fields: { displayName: 'Acme', ...fields } });

test('a declared rule for second factors holds at the next sign-in, and the console cannot change it', async () => {
  expect((await declare({ secondFactor: 'optional' })).body).toMatchObject({ outcome: 'created' });
  await add(root, 'user', { owner: 'acme', name: 'ada', displayName: 'Ada', password });
  const login = async () => {
    const form = { type: 'login', application: 'app-built-in', organization: 'acme', username: 'ada', password };
    return (await app.client().post('login', form)).body;
  };
  expect(await login()).toMatchObject({ status: 'ok' });
  const rules = { secondFactor: 'everyone', weakSecondFactors: [], trustedDeviceDays: 0 };
  expect((await declare(rules)).body).toMatchObject({ outcome: 'updated', object: rules });
  expect(await login()).toMatchObject({ code: 'factor-enrol', data: { factors: expect.arrayContaining(['totp']) } });
  const change = await root.post('update-organization', { secondFactor: 'off' }, { query: { id: 'admin/acme' } });
  expect(change.body).toMatchObject({ code: 'managed' });
  expect(await login()).toMatchObject({ code: 'factor-enrol' });
  expect((await declare({ secondFactor: 'optional' })).body).toMatchObject({ outcome: 'updated' });
  expect(await login()).toMatchObject({ status: 'ok' });
});
