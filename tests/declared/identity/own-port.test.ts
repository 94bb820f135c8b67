import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../harness/cluster/ports.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { type ApiProcess, startProcess } from '../../harness/process.ts';
import { createOperator, operatorToken } from '../operator.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let api: ApiProcess;
let inside: string;
beforeAll(async () => {
  const port = await freePort();
  database = await createDatabase();
  api = await startProcess(database.url, { DOORWRIGHT_DECLARED_PORT: String(port) });
  inside = `http://localhost:${port}`;
}, 120_000);
afterAll(async () => {
  await api?.kill('SIGTERM');
  await database?.drop();
});

const status = async (url: string, method = 'GET') => {
  const headers = { Authorization: `Bearer ${operatorToken}` };
  return (await fetch(url, { method, headers, redirect: 'manual' })).status;
};

describe('17.2 with DOORWRIGHT_DECLARED_PORT', () => {
  test('the published port has no declared surface, whatever the caller and the spelling of the path', async () => {
    const paths = ['application', 'changes', 'manifests', 'token', 'organization/admin/acme', '../v1/application'];
    for (const path of paths)
      for (const method of ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'])
        expect(await status(`${api.url}/declared/v1/${path}`, method), `${method} ${path}`).toBe(404);
    for (const path of [
      '/Declared/V1/application',
      '/declared/v1',
      '//declared/v1/application',
      '/%64eclared/v1/application',
    ])
      expect([200, 404], path).toContain(await status(api.url + path));
    const told = await (await fetch(`${api.url}/%64eclared/v1/application`, { headers: { Accept: '*/*' } })).text();
    expect(told).not.toContain('"items"');
  });

  test('the operator’s port has the surface and everything else that the operator needs', async () => {
    const operator = createOperator(inside);
    expect((await operator.get('application')).status).toBe(200);
    expect((await createOperator(inside, 'made-up').get('application')).status).toBe(401);
    for (const path of ['/healthz', '/readyz', '/.well-known/openid-configuration'])
      expect(await status(inside + path), path).toBe(200);
  });

  test('the operator’s port has no page and no api, and the published port has both', async () => {
    for (const path of [
      '/',
      '/login',
      '/declared',
      '/api/get-account',
      '/api/login',
      '/metrics',
      '/openapi.json',
      '/swagger/',
    ])
      expect(await status(inside + path), path).toBe(404);
    expect(await status(`${inside}/api/login`, 'POST')).toBe(404);
    for (const path of ['/api/get-account', '/openapi.json']) expect(await status(api.url + path), path).toBe(200);
  });
});

test('without the setting, the surface is on the same port as everything else', async () => {
  await api.kill('SIGTERM');
  api = await startProcess(database.url);
  expect((await createOperator(api.url).get('application')).status).toBe(200);
});
