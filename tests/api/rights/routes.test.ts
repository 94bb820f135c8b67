import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, startTenants, type Tenant } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;
let globex: Tenant;
beforeAll(async () => {
  ({ app, root, acme, globex } = await startTenants());
});
afterAll(() => app.stop());

describe('S8 every route has a rule', () => {
  test('no route lets a stranger do more than its rule says', async () => {
    for (const route of app.routes.filter((each) => each.permission !== 'anyone')) {
      const path = route.path.slice('/api/'.length);
      const { body } = route.method === 'GET' ? await app.anonymous.get(path) : await app.anonymous.post(path, {});
      expect(body, `${route.method} ${path}`).toMatchObject({ status: 'error' });
      expect(['sign-in-first', 'unauthorized']).toContain(body.code);
    }
  });

  test('every route for administrators refuses an ordinary user', async () => {
    const administrative = ['administrator', 'organizationAdmin', 'globalAdmin'];
    for (const route of app.routes.filter((each) => administrative.includes(each.permission))) {
      const path = route.path.slice('/api/'.length);
      const { body } = route.method === 'GET' ? await acme.user.get(path) : await acme.user.post(path, {});
      expect(body, `${route.method} ${path}`).toMatchObject({ status: 'error', code: 'unauthorized' });
    }
  });
});

describe('S10 id confusion', () => {
  test('another id, owner or body does not change which object a rule is applied to', async () => {
    await add(root, 'role', { owner: 'acme', name: 'support' });
    const before = await app.store('user').find(app.db, 'acme', 'alice');
    const tries = [
      globex.user.post(
        'update-user',
        { owner: 'globex', name: 'alice', displayName: 'Mine' },
        { query: { id: 'acme/alice' } },
      ),
      globex.user.post(
        'update-user',
        { owner: 'acme', name: 'alice', displayName: 'Mine' },
        { query: { id: 'acme/alice', owner: 'globex' } },
      ),
      globex.admin.post('update-user', { displayName: 'Mine' }, { query: { id: 'acme/alice' } }),
      globex.admin.post('delete-user', { owner: 'acme', name: 'alice' }, { query: { id: 'globex/alice' } }),
      globex.admin.post('delete-role', { owner: 'acme', name: 'support' }, { query: { owner: 'globex' } }),
    ];
    for (const { body } of await Promise.all(tries)) expect(body.status).toBe('error');
    expect(await app.store('user').find(app.db, 'acme', 'alice')).toEqual(before);
  });

  test('a parameter given twice is refused', async () => {
    const answer = await globex.admin.post('/api/update-user?id=globex/alice&id=acme/alice', { displayName: 'Mine' });
    expect(answer.body).toMatchObject({ status: 'error', code: 'repeated-parameter' });
    expect((await globex.admin.get('/api/get-users?owner=globex&owner=acme')).body).toMatchObject({
      code: 'repeated-parameter',
    });
  });
});

describe('S50 host names', () => {
  test('a forged Host or X-Forwarded header changes no answer and no record', async () => {
    const forged = {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-For': '6.6.6.6',
      'X-Forwarded-Proto': 'https',
      Forwarded: 'host=evil.example',
    };
    const answer = await root.post('add-role', { owner: 'built-in', name: 'forged' }, { headers: forged });
    expect(answer.text).not.toContain('evil.example');
    const { data } = (await root.get('get-records', { field: 'object', value: 'built-in/forged' })).body;
    expect(data[0].clientIp).toMatch(/^(127\.0\.0\.1|::1)$/);
  });
});
