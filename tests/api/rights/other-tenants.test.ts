import type { Kind } from '@doorwright/crds';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, sampleOf, startTenants, type Tenant } from '../../harness/world.ts';
import { byName, idOf, kinds, stored } from './every-kind.ts';

let app: TestApp;
let root: Client;
let globex: Tenant;
beforeAll(async () => {
  ({ app, root, globex } = await startTenants());
});
afterAll(() => app.stop());

const ofTenants = kinds.filter((kind) => kind.tenant !== 'platform' && kind.tenant !== 'itself');

/** A read without its text, which contains the requested id. */
async function told(client: Client, kind: Kind, id: string) {
  const { msg, params, ...answer } = (await client.get(`get-${kind.name}`, { id })).body as unknown as {
    msg: string;
    params?: unknown;
    status: string;
    data: unknown;
  };
  return answer;
}

describe("S9 all kinds: globex' administrator and application against acme", () => {
  test.each(byName(ofTenants))(
    '%s cannot be read, changed, renamed, moved or deleted, nor put into acme',
    async (_, kind) => {
      const object = await add(root, kind.name, sampleOf(kind, 'acme', 'target'));
      const before = await stored(app, kind, object);
      const id = idOf(kind, object);
      for (const client of [globex.admin, globex.application]) {
        if (kind.access?.get !== 'anyone') {
          const read = await told(client, kind, id);
          expect(read.data).toBeNull();
          // 17.18: if ids do not contain the organization, applications read nothing, whether the object exists or not.
          expect(read).toEqual(await told(client, kind, `${id}-none`));
          if (client === globex.admin || kind.tenant !== 'organization') expect(read.status).toBe('error');
        }
        const owner = kind.owner === 'admin' ? 'admin' : 'globex';
        const bodies = [
          { displayName: 'Taken' },
          { name: 'renamed' },
          { owner },
          { organization: 'globex' },
          { ...object, owner, organization: 'globex' },
        ];
        for (const body of bodies) {
          const answer = await client.post(`update-${kind.name}`, body, { query: { id } });
          expect(answer.body.status, JSON.stringify(body).slice(0, 80)).toBe('error');
        }
        expect(
          (await client.post(`delete-${kind.name}`, { owner: object.owner, [kind.key]: object[kind.key] })).body.status,
        ).toBe('error');
        expect((await client.post(`add-${kind.name}`, sampleOf(kind, 'acme', 'planted'))).body.status).toBe('error');
        const { body } = await client.get(`get-${kind.plural}`, { p: 1, pageSize: 1000 });
        const tenants = (body.data ?? []).map(
          (row: Record<string, unknown>) => row[kind.owner === 'admin' ? 'organization' : 'owner'],
        );
        if (body.status === 'ok' && kind.access?.list !== 'anyone') expect(new Set(tenants)).not.toContain('acme');
      }
      expect(await stored(app, kind, object)).toEqual(before);
      expect(await stored(app, kind, sampleOf(kind, 'acme', 'planted'))).toBeUndefined();
    },
  );

  test.each(byName(ofTenants))('%s of another tenant cannot be moved into acme', async (_, kind) => {
    const object = await add(root, kind.name, sampleOf(kind, 'globex', 'own'));
    const move = kind.owner === 'admin' ? { organization: 'acme' } : { owner: 'acme' };
    const { body } = await globex.admin.post(`update-${kind.name}`, move, { query: { id: idOf(kind, object) } });
    expect(body.status).toBe('error');
    expect(await stored(app, kind, object)).toBeDefined();
  });

  // Their administrators add no payments.
  test.each(byName(ofTenants.filter(({ owner, access }) => owner === 'admin' && access?.add !== 'globalAdmin')))(
    '%s cannot have an owner of the caller’s choice, because its id would name another’s object',
    async (_, kind) => {
      const object = sampleOf(kind, 'globex', 'free');
      for (const owner of ['acme', 'built-in'])
        expect((await globex.admin.post(`add-${kind.name}`, { ...object, owner })).body).toMatchObject({
          code: 'invalid',
          fields: [{ field: 'owner' }],
        });
      // Clients of Casdoor 2022 send the name of their own organization. The object gets the usual owner.
      await add(globex.admin, kind.name, { ...object, owner: 'globex' });
      expect(await stored(app, kind, object)).toMatchObject({ owner: 'admin' });
      const moved = await globex.admin.post(
        `update-${kind.name}`,
        { owner: 'acme' },
        { query: { id: idOf(kind, object) } },
      );
      expect(moved.body.status).toBe('error');
      expect(await stored(app, kind, object)).toMatchObject({ owner: 'admin' });
    },
  );

  test('no own object can refer to acme’s objects', async () => {
    for (const kind of ['role', 'group', 'plan']) await add(root, kind, { owner: 'acme', name: `secret-${kind}` });
    const nested = [
      ['role', { owner: 'globex', name: 'r1', users: ['acme/alice'] }],
      ['role', { owner: 'globex', name: 'r2', roles: ['acme/secret-role'] }],
      ['role', { owner: 'globex', name: 'r3', groups: ['acme/secret-group'] }],
      ['group', { owner: 'globex', name: 'g1', users: ['acme/alice'] }],
      ['group', { owner: 'globex', name: 'g2', parentId: 'secret-group' }],
      ['plan', { owner: 'globex', name: 'p1', role: 'acme/secret-role' }],
      ['pricing', { owner: 'globex', name: 'p1', plans: ['acme/secret-plan'] }],
      ['subscription', { owner: 'globex', name: 's1', user: 'acme/alice' }],
      ['subscription', { owner: 'globex', name: 's2', plan: 'acme/secret-plan' }],
      ['permission', { owner: 'globex', name: 'p1', users: ['acme/alice'] }],
      ['permission', { owner: 'globex', name: 'p2', resources: ['app-acme'] }],
      ['token', { name: 't1', organization: 'globex', application: 'app-acme', user: 'alice' }],
    ] as const;
    for (const [kind, object] of nested) {
      const { body } = await globex.admin.post(`add-${kind}`, object);
      expect(body, JSON.stringify(object)).toMatchObject({ status: 'error', code: 'unknown-reference' });
    }
  });

  test('acme’s objects and missing objects get the same answer', async () => {
    const ask = async (role: string) =>
      (await globex.admin.post('add-role', { owner: 'globex', name: 'r', roles: [role] })).body;
    const [foreign, missing] = [await ask('acme/secret-role'), await ask('acme/no-such-role')];
    expect(JSON.stringify(foreign).replaceAll('secret-role', 'X')).toBe(
      JSON.stringify(missing).replaceAll('no-such-role', 'X'),
    );
  });
});
