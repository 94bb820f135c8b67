import { createStores } from '@doorwright/api/core/objects/storage/stores.ts';
import { connect, type Db } from '@doorwright/api/db/knex.ts';
import {
  createComparisonBudget,
  decideByPermissions,
} from '@doorwright/api/features/decisions/decide-by-permissions.ts';
import { createEffectiveRoles } from '@doorwright/api/features/decisions/effective-roles.ts';
import { createPolicies, type Scope } from '@doorwright/api/features/decisions/policies.ts';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { permission } from '@doorwright/crds/kinds/permission.ts';
import { basic, type Client, createClient } from '../harness/client.ts';
import { registry } from '../harness/database/template.ts';
import { add } from '../harness/world.ts';
import { loadUsers } from './many-users.ts';
import { measure } from './measure.ts';
import { startServer } from './server.ts';

const policies = 20_000;
const users = policies / 2;

const modelText = `
[request_definition]
r = sub, obj, act
[policy_definition]
p = permission, sub, obj, act
[role_definition]
g = _, _
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = g(r.sub, p.sub) && keyMatch(r.obj, p.obj) && r.act == p.act`;

process.env.DOORWRIGHT_TENANT_EGRESS_ALLOW ||= '*=127.0.0.0/8';
const server = await startServer();
const db = connect(server.databaseUrl);

/** One permission for each policy: each of one user, all of one application. */
async function copyPermission(sql: Db, name: string, resource: string): Promise<void> {
  const table = tableName(permission);
  const { name: _, users: __, resources: ___, ...same } = await sql(table).where({ owner: 'big', name }).first();
  const columns = Object.keys(same).map((column) => `"${column}"`);
  await sql.raw(
    `INSERT INTO "${table}" (name, users, resources, ${columns})
     SELECT :name || i, jsonb_build_array('big/user-' || i), jsonb_build_array(CAST(:resource AS text)), ${columns}
     FROM "${table}", generate_series(1, :count) AS i WHERE owner = 'big' AND name = :name`,
    { name, resource, count: policies },
  );
}

/** A table with as many lines, half of them roles, and an enforcer that uses it. */
async function addEnforcer(root: Client, people: readonly string[]): Promise<void> {
  await db.raw('CREATE TABLE casbin_rule (ptype text, v0 text, v1 text, v2 text, v3 text, v4 text, v5 text)');
  await db.raw(
    `INSERT INTO casbin_rule (ptype, v0, v1, v2) SELECT 'p', 'role-' || i, 'wiki', 'read' FROM generate_series(1, :half) AS i
     UNION ALL SELECT 'g', name, 'role-' || i, NULL FROM unnest(CAST(:names AS text[])) WITH ORDINALITY AS all_names(name, i)`,
    { half: users, names: people },
  );
  const { hostname: host, port, username: user, password, pathname } = new URL(server.databaseUrl);
  const connection = { host, port: Number(port), user, password, database: pathname.slice(1), sslMode: 'disable' };
  const object = { owner: 'big', name: 'table', isEnabled: true };
  await add(root, 'adapter', { ...object, ...connection });
  await add(root, 'model', { ...object, modelText: modelText.replace('permission, ', '') });
  await add(root, 'enforcer', { ...object, model: 'big/table', adapter: 'big/table' });
}

try {
  const { root, processes } = server;
  await add(root, 'organization', { name: 'big' });
  await loadUsers(db, 'big', policies);
  const names: string[] = await db('users').where({ owner: 'big' }).orderBy('name').pluck('name');
  for (const name of ['wiki', 'shop'])
    await add(root, 'application', { name, organization: 'big', cert: 'cert-built-in' });
  await add(root, 'model', { owner: 'big', name: 'model', modelText });
  const all = names.slice(0, users).map((name) => `big/${name}`);
  const own = { owner: 'big', users: all, resources: ['wiki'], actions: ['Read', 'Write'], isEnabled: true };
  await add(root, 'permission', { ...own, name: 'usual' });
  await add(root, 'permission', { ...own, name: 'modelled', model: 'model' });
  await copyPermission(db, 'usual', 'shop');
  await addEnforcer(root, all);
  const { clientId, clientSecret } = (await root.get('get-application', { id: 'admin/wiki' })).body.data;
  const client = createClient(server.url, basic(clientId, clientSecret));

  const take = async (what: string, query: Record<string, string>, request: (user: string) => string[]) => {
    const operation = async (index: number) => {
      const { body } = await client.post('enforce', request(all[index % 500] ?? ''), { query });
      if (body.status !== 'ok') throw new Error(body.msg);
    };
    const { p50ms, p95ms, serverCpuMs, postgresCpuMs } = await measure(processes, {
      what,
      operations: 3000,
      atOnce: 1,
      operation,
    });
    console.log(`${what}: p50 ${p50ms} ms, p95 ${p95ms} ms, CPU ${serverCpuMs} + ${postgresCpuMs} ms`);
  };
  const store = createStores(registry, undefined as never);
  const [policiesOf, effectiveRolesOf] = [createPolicies({ db, store }), createEffectiveRoles({ db, store })];
  /** The decision without its request. */
  const alone = async (what: string, scope: Scope, request: (user: string) => string[]) => {
    const times: number[] = [];
    for (let index = 0; index < 20_000; index++) {
      const begun = performance.now();
      const policies = (await policiesOf(scope)) ?? [];
      await decideByPermissions(policies, request(all[index % 500] ?? ''), {
        effectiveRolesOf,
        spend: createComparisonBudget(),
      });
      times.push(performance.now() - begun);
    }
    const at = (share: number) => times.toSorted((a, b) => a - b)[times.length * share]?.toFixed(3);
    console.log(`${what}, judged alone: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`);
  };
  const owner = 'big';
  await alone('one permission', { by: 'permission', owner, name: 'usual' }, (user) => [user, 'wiki', 'read']);
  await alone('under a model', { by: 'permission', owner, name: 'modelled' }, (user) => [user, 'wiki', 'write']);
  await alone('of a resource', { by: 'resource', owner, name: 'shop' }, (user) => [user, 'shop', 'read']);
  await take('one permission of 20,000 policies', { permissionId: 'big/usual' }, (user) => [user, 'wiki', 'read']);
  await take('the same under a model', { permissionId: 'big/modelled' }, (user) => [user, 'wiki', 'write']);
  await take('20,000 permissions of a resource', { resourceId: 'shop' }, (user) => [user, 'shop', 'read']);
  const table = { enforcerId: 'big/table' };
  await take('20,000 lines of a table', table, (user) => [user, 'wiki', 'read']);
  await take('raw: an answer that decides nothing', { permissionId: 'big/usual' }, (user) => [user, 'other', 'read']);
} finally {
  await db.destroy();
  await server.stop();
}
