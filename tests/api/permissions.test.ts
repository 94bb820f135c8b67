import { isDeepStrictEqual } from 'node:util';
import type { Kind, Verb } from '@doorwright/crds';
import { verbs } from '@doorwright/crds';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import type { Answered, Client } from '../harness/client.ts';
import { registry } from '../harness/template.ts';
import { add, createTenant, expiredClient, sampleOf } from '../harness/world.ts';

const kinds = registry.kinds.filter((kind) => !kind.internal && kind.access);

let app: TestApp;
let root: Client;
let callers: Record<string, Client>;

beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
  const acme = await createTenant(app, root, 'acme');
  const globex = await createTenant(app, root, 'globex');
  for (const kind of kinds.filter((each) => each.access?.add && each.tenant !== 'itself')) {
    await add(root, kind.name, of(kind, 'globex', 'theirs'));
  }
  callers = {
    stranger: app.anonymous,
    'expired session': await expiredClient(app, 'acme'),
    user: acme.user,
    "other's user": globex.user,
    administrator: acme.admin,
    "other's administrator": globex.admin,
    application: acme.application,
    'global administrator': root,
  };
});
afterAll(() => app.stop());

/** Of a kind with an audience, an object for this organization alone. */
const of = (kind: Kind, organization: string, name: string) => ({
  ...sampleOf(kind, organization, name),
  ...(kind.audience && { audience: 'named', organizations: [organization] }),
});

const idOf = (kind: Kind, object: Record<string, unknown>) => `${object.owner}/${object[kind.key]}`;

/** An object of acme to act on: a fresh one, but for acme itself and for records, which come with what is done. */
async function subject(kind: Kind, verb: Verb, name: string): Promise<Record<string, unknown>> {
  if (kind.tenant === 'itself' && verb !== 'delete') return { owner: 'admin', name: 'acme' };
  if (kind.access?.add) return add(root, kind.name, of(kind, 'acme', name));
  const { body } = await root.get(`get-${kind.plural}`, { p: 1, pageSize: 1, field: 'owner', value: 'acme' });
  return body.data[0];
}

const attempts: Record<Verb, (kind: Kind, client: Client, name: string) => Promise<string>> = {
  async list(kind, client, name) {
    await subject(kind, 'list', name);
    const { body } = await client.get(`get-${kind.plural}`, { p: 1, pageSize: 1000 });
    return body.status === 'ok' ? listed(kind, body.data) : refused;
  },
  async get(kind, client, name) {
    const id = idOf(kind, await subject(kind, 'get', name));
    const { body } = await client.get(`get-${kind.name}`, { id });
    if (body.status !== 'ok') return refused;
    const whole = await root.get(`get-${kind.name}`, { id });
    return isDeepStrictEqual(body.data, whole.body.data) ? 'yes' : 'public';
  },
  add: async (kind, client, name) => done(await client.post(`add-${kind.name}`, of(kind, 'acme', name))),
  async update(kind, client, name) {
    const id = idOf(kind, await subject(kind, 'update', name));
    return done(await client.post(`update-${kind.name}`, { displayName: `Changed ${name}` }, { query: { id } }));
  },
  async delete(kind, client, name) {
    const object = await subject(kind, 'delete', name);
    return done(await client.post(`delete-${kind.name}`, { owner: object.owner, [kind.key]: object[kind.key] }));
  },
};

const refused = '–';
const done = ({ body }: Answered) => (body.status === 'ok' ? 'yes' : refused);

/** What a list showed of acme's objects, of others', or of the platform's. */
function listed(kind: Kind, rows: Record<string, unknown>[]): string {
  if (kind.tenant === 'platform' && !kind.audience) return 'all';
  const field = { itself: 'name', owner: 'owner', organization: 'organization', platform: 'organizations' }[
    kind.tenant
  ];
  const tenants = new Set(rows.flatMap((row) => (kind.audience ? (row.organizations as string[]) : row[field])));
  return tenants.size > 1 ? 'all' : tenants.has('acme') ? 'own' : 'not acme’s';
}

const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

test('who may do what: kinds × verbs × callers are as the table in api/PERMISSIONS.md says', async () => {
  const names = Object.keys(callers);
  const lines: string[] = [];
  for (const kind of kinds) {
    for (const verb of verbs.filter((each) => kind.access?.[each])) {
      const cells: string[] = [];
      for (const [index, name] of names.entries()) {
        const client = callers[name] as Client;
        cells.push(await attempts[verb](kind, client, `${verb}-${index}`));
      }
      lines.push(rowOf([kind.kind, verb, ...cells]));
    }
  }
  const table = [rowOf(['kind', 'verb', ...names]), rowOf(['---', '---', ...names.map(() => '---')]), ...lines].join(
    '\n',
  );
  const document = `# Who may do what

What each caller gets for an object of the organization acme: the callers stand at the top, and
*user*, *administrator* and *application* are acme's. An object with an audience is for acme alone. \`all\` of every organization, \`own\` of the caller's organization only, \`public\` the part that
strangers may see, – refused. What a user may do to his own account, rules of his organization say. Compared with the running server by tests/api/permissions.test.ts.

${table}
`;
  await expect(document).toMatchFileSnapshot('../../api/PERMISSIONS.md');
}, 300_000);
