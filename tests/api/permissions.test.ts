import type { Kind, Verb } from '@doorwright/crds';
import { verbs } from '@doorwright/crds';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import type { Client, Envelope } from '../harness/client.ts';
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

const idOf = (kind: Kind, object: Record<string, unknown>) => `${object.owner}/${object[kind.key]}`;

/** An object of acme to act on. Records come by themselves, with everything that is done. */
async function subject(kind: Kind, name: string): Promise<Record<string, unknown>> {
  if (kind.access?.add) return add(root, kind.name, sampleOf(kind, 'acme', name));
  const { body } = await root.get(`get-${kind.plural}`, { p: 1, pageSize: 1, field: 'organization', value: 'acme' });
  return body.data[0];
}

const attempts: Record<Verb, (kind: Kind, client: Client, name: string) => Promise<Envelope>> = {
  list: async (kind, client) => (await client.get(`get-${kind.plural}`, { p: 1, pageSize: 1000 })).body,
  get: async (kind, client, name) =>
    (await client.get(`get-${kind.name}`, { id: idOf(kind, await subject(kind, name)) })).body,
  add: async (kind, client, name) => (await client.post(`add-${kind.name}`, sampleOf(kind, 'acme', name))).body,
  update: async (kind, client, name) => {
    const object = await subject(kind, name);
    return (await client.post(`update-${kind.name}`, { displayName: 'Changed' }, { query: { id: idOf(kind, object) } }))
      .body;
  },
  delete: async (kind, client, name) => {
    const object = await subject(kind, name);
    return (await client.post(`delete-${kind.name}`, { owner: object.owner, [kind.key]: object[kind.key] })).body;
  },
};

/** What a list showed of acme's objects, of others', or of the platform's. */
function listed(kind: Kind, rows: Record<string, unknown>[]): string {
  if (kind.tenant === 'platform') return 'all';
  const field = { itself: 'name', owner: 'owner', organization: 'organization' }[kind.tenant];
  const tenants = new Set(rows.map((row) => row[field]));
  return tenants.size > 1 ? 'all' : tenants.has('acme') ? 'own' : tenants.size === 0 ? 'none' : 'own (other)';
}

function outcome(kind: Kind, verb: Verb, { status, data }: Envelope): string {
  if (status !== 'ok') return '–';
  if (verb === 'list') return listed(kind, data);
  if (verb !== 'get') return 'yes';
  const sees = Object.entries(data).filter(
    ([, value]) => value !== '' && value !== 0 && value !== false && !(Array.isArray(value) && value.length === 0),
  );
  const known = kind.publicFields;
  return known && sees.every(([name, value]) => known.includes(name) || value === null) ? 'public' : 'yes';
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
        cells.push(outcome(kind, verb, await attempts[verb](kind, client, `${verb}-${index}`)));
      }
      lines.push(rowOf([kind.kind, verb, ...cells]));
    }
  }
  const table = [rowOf(['kind', 'verb', ...names]), rowOf(['---', '---', ...names.map(() => '---')]), ...lines].join(
    '\n',
  );
  const document = `# Who may do what

What each caller gets for an object of the organization acme: the callers stand at the top, *administrator* and
*application* are acme's own. \`all\` of every organization, \`own\` of the caller's organization only, \`public\` the part that
strangers may see, – refused. Compared with the running server by tests/api/permissions.test.ts.

${table}
`;
  await expect(document).toMatchFileSnapshot('../../api/PERMISSIONS.md');
}, 300_000);
