import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, createTenant, type Tenant } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;

beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
  acme = await createTenant(app, root, 'acme');
  await add(root, 'user', { owner: 'acme', name: 'gwen', displayName: 'Gwen Stacy', email: 'spider@example.com' });
  await add(root, 'user', { owner: 'acme', name: 'gwendolyn', displayName: 'Gwendolyn' });
  await add(root, 'user', { owner: 'built-in', name: 'ogwen', displayName: 'Elsewhere' });
  await add(root, 'role', { owner: 'acme', name: 'gwens-friends', displayName: 'Friends' });
  await add(root, 'user', { owner: 'acme', name: 'king', displayName: '王小明' });
});
afterAll(() => app.stop());

const search = async (client: Client, q: string) => (await client.get('search', { q })).body;
const names = async (client: Client, q: string): Promise<string[]> =>
  (await search(client, q)).data.map(({ kind, owner, name }: Record<string, string>) => `${kind} ${owner}/${name}`);

describe('The quick search', () => {
  test('finds objects of all kinds, an exact name first and a beginning next', async () => {
    expect(await names(root, 'gwen')).toEqual([
      'user acme/gwen',
      'user acme/gwendolyn',
      'user built-in/ogwen',
      'role acme/gwens-friends',
    ]);
  });

  test('finds users by display name and e-mail address', async () => {
    expect(await names(root, 'stacy')).toEqual(['user acme/gwen']);
    expect(await names(root, 'spider@')).toEqual(['user acme/gwen']);
    const { data } = await search(root, 'stacy');
    expect(data[0].displayName).toBe('Gwen Stacy');
  });

  test('takes one or two characters as the beginning of a name', async () => {
    expect(await names(root, '王小')).toEqual(['user acme/king']);
    expect(await names(root, 'wen')).toContain('user acme/gwen');
    expect(await names(root, 'we')).toEqual([]);
  });

  test('gives an administrator of an organization the objects of this organization only', async () => {
    expect(await names(acme.admin, 'gwen')).toEqual([
      'user acme/gwen',
      'user acme/gwendolyn',
      'role acme/gwens-friends',
    ]);
  });

  test('is for administrators', async () => {
    expect((await search(acme.user, 'gwen')).code).toBe('unauthorized');
    expect((await search(app.client(), 'gwen')).code).toBe('sign-in-first');
  });

  test('takes wildcards of the database as characters, and finds nothing without a text', async () => {
    expect(await names(root, 'gw%n')).toEqual([]);
    expect(await names(root, 'gw_n')).toEqual([]);
    expect(await names(root, '  ')).toEqual([]);
  });

  test.each(['roles', 'tokens', 'applications'])(
    'answers in time, although %s cannot be read in time',
    async (table) => {
      const found = await app.db.transaction(async (sql) => {
        await sql.raw('LOCK TABLE ?? IN ACCESS EXCLUSIVE MODE', table);
        return names(root, 'gwen');
      });
      expect(found).toContain('user acme/gwen');
    },
  );
});

describe('A list of objects from some time', () => {
  const listed = async (query: Record<string, string>) =>
    (await root.get('get-roles', { owner: 'acme', p: 1, pageSize: 10, ...query })).body;

  test('has the objects created from its start and before its end', async () => {
    const [role] = (await listed({})).data;
    const at = role.createdTime;
    const later = new Date(Date.parse(at) + 1).toISOString();
    expect((await listed({ createdFrom: at })).data2).toBe(1);
    expect((await listed({ createdTo: at })).data2).toBe(0);
    expect((await listed({ createdTo: later })).data2).toBe(1);
    expect((await listed({ createdFrom: later })).data2).toBe(0);
  });

  test('needs exact times', async () => {
    const { code, fields } = await listed({ createdFrom: 'yesterday' });
    expect([code, fields?.[0]?.field]).toEqual(['invalid', 'createdFrom']);
  });
});
