import type { Kind } from '@doorwright/crds';
import { secretsOf } from '@doorwright/crds/derive/paths.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { registry } from '../../harness/database/template.ts';
import { add, sampleOf, startTenants, type Tenant } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;
let globex: Tenant;
beforeAll(async () => {
  ({ app, root, acme, globex } = await startTenants());
});
afterAll(() => app.stop());

const kinds = registry.kinds.filter((kind) => !kind.internal && kind.access?.add);
const ofTenants = kinds.filter((kind) => kind.tenant !== 'platform' && kind.tenant !== 'itself');
const byName = (list: readonly Kind[]) => list.map((kind) => [kind.kind, kind] as const);
const idOf = (kind: Kind, object: Record<string, unknown>) => `${object.owner}/${object[kind.key]}`;
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
const stored = (kind: Kind, object: Record<string, unknown>) =>
  app.store(kind.name).find(app.db, String(object.owner), String(object[kind.key]));

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

describe("S9 all kinds: globex' administrator and application against acme", () => {
  test.each(byName(ofTenants))(
    '%s cannot be read, changed, renamed, moved or deleted, nor put into acme',
    async (_, kind) => {
      const object = await add(root, kind.name, sampleOf(kind, 'acme', 'target'));
      const before = await stored(kind, object);
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
      expect(await stored(kind, object)).toEqual(before);
      expect(await stored(kind, sampleOf(kind, 'acme', 'planted'))).toBeUndefined();
    },
  );

  test.each(byName(ofTenants))("%s of one's own cannot be moved into acme", async (_, kind) => {
    const object = await add(root, kind.name, sampleOf(kind, 'globex', 'own'));
    const move = kind.owner === 'admin' ? { organization: 'acme' } : { owner: 'acme' };
    const { body } = await globex.admin.post(`update-${kind.name}`, move, { query: { id: idOf(kind, object) } });
    expect(body.status).toBe('error');
    expect(await stored(kind, object)).toBeDefined();
  });

  test.each(byName(ofTenants.filter(({ owner }) => owner === 'admin')))(
    '%s cannot belong to an owner of the caller’s choice, which would name another’s object',
    async (_, kind) => {
      const object = sampleOf(kind, 'globex', 'free');
      for (const owner of ['acme', 'built-in'])
        expect((await globex.admin.post(`add-${kind.name}`, { ...object, owner })).body).toMatchObject({
          code: 'invalid',
          fields: [{ field: 'owner' }],
        });
      // Clients of Casdoor 2022 send the name of their own organization. The object gets the usual owner.
      await add(globex.admin, kind.name, { ...object, owner: 'globex' });
      expect(await stored(kind, object)).toMatchObject({ owner: 'admin' });
      const moved = await globex.admin.post(
        `update-${kind.name}`,
        { owner: 'acme' },
        { query: { id: idOf(kind, object) } },
      );
      expect(moved.body.status).toBe('error');
      expect(await stored(kind, object)).toMatchObject({ owner: 'admin' });
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

describe('S10 id confusion', () => {
  test('another id, owner or body does not change which object a rule is applied to', async () => {
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
      globex.admin.post('delete-role', { owner: 'acme', name: 'secret-role' }, { query: { owner: 'globex' } }),
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

describe('S12 secrets out', () => {
  const planted = 'planted-secret-text-of-more-than-forty-characters';
  const withSecrets = kinds.filter((kind) => secretsOf(kind).length > 0 && kind.name !== 'cert');

  test.each(byName(withSecrets))(
    '%s: no answer, list, record or log line contains a secret, and a mask that is sent back keeps it',
    async (_, kind) => {
      const sample = sampleOf(kind, 'acme', 'with-secrets');
      for (const { field, member, list } of secretsOf(kind).filter((path) => !path.digest)) {
        sample[field] = list ? [{ name: 'X-Secret', [member as string]: planted }] : planted;
      }
      const object = await add(root, kind.name, sample);
      const before = await stored(kind, object);
      const id = idOf(kind, object);
      const { body } = await root.get(`get-${kind.name}`, { id });
      // Administrators may read an application's secret, which leaves a record.
      if (kind.name !== 'application') expect(JSON.stringify(body)).not.toContain(planted);
      expect(JSON.stringify((await root.get(`get-${kind.plural}`)).body)).not.toContain(planted);
      expect(
        (
          await root.post(
            `update-${kind.name}`,
            { ...object, createdTime: undefined, version: undefined },
            { query: { id } },
          )
        ).body.status,
      ).toBe('ok');
      const after = await stored(kind, object);
      for (const { field } of secretsOf(kind)) expect(after?.[field], field).toEqual(before?.[field]);
      const row = await app.db(app.store(kind.name).table).where({ owner: object.owner, [kind.key]: object[kind.key] });
      expect(JSON.stringify(row)).not.toContain(planted);
      expect(JSON.stringify((await root.get('get-records')).body)).not.toContain(planted);
      expect(app.logged.join()).not.toContain(planted);
    },
  );

  // `provider-secrets.test.ts` does the same for providers, whose types decide about the addresses.
  const sending = withSecrets.filter(
    (kind) => !kind.sentTo && secretsOf(kind).some(({ sentTo }) => sentTo({}).length > 0),
  );
  test.each(byName(sending))('%s: a changed address of a secret needs the secret again', async (_, kind) => {
    const secrets = secretsOf(kind).filter(({ sentTo }) => sentTo({}).length > 0);
    const holding = (text: string) =>
      Object.fromEntries(
        secrets.map(({ field, member, list }) => [
          field,
          list ? [{ name: 'X-Secret', [member as string]: text }] : text,
        ]),
      );
    const object = await add(root, kind.name, { ...sampleOf(kind, 'acme', 'sending'), ...holding(planted) });
    const before = await stored(kind, object);
    const update = async (body: object) =>
      (await root.post(`update-${kind.name}`, body, { query: { id: idOf(kind, object) } })).body;
    for (const name of new Set(secrets.flatMap(({ sentTo }) => sentTo({})))) {
      const elsewhere = { [name]: { port: 4444, host: 'evil.example' }[name] ?? 'https://evil.example/' };
      for (const kept of [{}, holding('***')]) {
        const answer = await update({ ...kept, ...elsewhere });
        expect(answer).toMatchObject({ code: 'invalid' });
        expect(answer.fields?.[0]?.message).toMatch(
          /^must be entered again, because it would now be sent to another address$/,
        );
      }
      expect(await stored(kind, object)).toEqual(before);
      expect(await update({ ...holding(planted), ...elsewhere })).toMatchObject({ status: 'ok' });
      expect((await update({ ...holding(planted), [name]: before?.[name] })).status).toBe('ok');
      Object.assign(before as object, { version: Number(before?.version) + 2 });
    }
  });

  test.each(byName(withSecrets))('%s: the mask is no secret of a new one', async (_, kind) => {
    const sample = sampleOf(kind, 'acme', 'copied');
    for (const { field, member, list } of secretsOf(kind).filter(({ secret }) => secret === 'masked')) {
      const value = list ? [{ name: 'X-Secret', [member as string]: '***' }] : '***';
      const { body } = await root.post(`add-${kind.name}`, { ...sample, [field]: value });
      const at = list ? `${field}[0].${member}` : field;
      expect(body).toMatchObject({ code: 'invalid', fields: [{ field: at }] });
    }
    expect(await stored(kind, sample)).toBeUndefined();
  });
});

describe('S13 anonymous reads', () => {
  test('a stranger reads no list', async () => {
    const open = kinds.filter((kind) => kind.access?.list === 'anyone').map((kind) => kind.name);
    expect(open).toEqual(['product']);
    for (const kind of kinds.filter((each) => each.access?.list !== 'anyone')) {
      expect((await app.anonymous.get(`get-${kind.plural}`)).body).toMatchObject({ status: 'error', data: null });
    }
  });

  test('a stranger sees of an application what the sign-in page needs, without secrets and redirect addresses', async () => {
    await add(root, 'application', {
      name: 'shown',
      organization: 'acme',
      clientSecret: 'hush, do not tell',
      redirectUris: ['https://app.example/callback'],
      displayName: 'Shown',
    });
    const { body } = await app.anonymous.get('get-application', { id: 'admin/shown' });
    expect(body).toMatchObject({
      status: 'ok',
      data: { name: 'shown', displayName: 'Shown', clientSecret: '', redirectUris: [] },
    });
    expect(JSON.stringify(body)).not.toMatch(/hush|app\.example/);
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
