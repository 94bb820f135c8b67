import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Kind, Verb } from '@doorwright/crds';
import { verbs } from '@doorwright/crds';
import { apiAccesses } from '@doorwright/crds/options/api-access.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessClients } from '../../harness/access-clients.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Answered, Client } from '../../harness/client.ts';
import { registry } from '../../harness/database/template.ts';
import { add, createTenant, expiredClient, password, sampleOf } from '../../harness/world.ts';

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
  const lent = await Promise.all(
    apiAccesses.map(async (apiAccess) => [apiAccess, await accessClients(app, root, { apiAccess })] as const),
  );
  callers = {
    stranger: app.anonymous,
    'expired session': await expiredClient(app, 'acme'),
    user: acme.user,
    "other's user": globex.user,
    administrator: acme.admin,
    "other's administrator": globex.admin,
    'global administrator': root,
    ...Object.fromEntries(lent.map(([access, { secret }]) => [`application: ${access}`, secret])),
    ...Object.fromEntries(lent.map(([access, { adminsToken }]) => [`token: ${access}`, adminsToken])),
    'token: OpenID scopes': lent.at(-1)?.[1].openidToken as Client,
  };
});
afterAll(() => app.stop());

/** For a kind with an audience, an object for this organization only. */
const of = (kind: Kind, organization: string, name: string) => ({
  ...sampleOf(kind, organization, name),
  ...(kind.audience && { audience: 'named', organizations: [organization] }),
});

const idOf = (kind: Kind, object: Record<string, unknown>) => `${object.owner}/${object[kind.key]}`;

const subjects = new Map<string, Record<string, unknown>>();

/** The object of acme that the calls act on, until one deletes it. For organizations it is acme itself, and records are made by the calls. */
async function subject(kind: Kind, verb: Verb, name: string): Promise<Record<string, unknown>> {
  if (kind.tenant === 'itself' && verb !== 'delete') return { owner: 'admin', name: 'acme' };
  if (kind.access?.add) {
    const known = subjects.get(kind.name) ?? (await add(root, kind.name, of(kind, 'acme', name)));
    subjects.set(kind.name, known);
    return known;
  }
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
    const answer = await client.post(`delete-${kind.name}`, { owner: object.owner, [kind.key]: object[kind.key] });
    if (answer.body.status === 'ok') subjects.delete(kind.name);
    return done(answer);
  },
};

const refused = '–';
const done = ({ body }: Answered) => (body.status === 'ok' ? 'yes' : refused);

/** Whose objects a list showed: acme's, others' or the platform's. */
function listed(kind: Kind, rows: Record<string, unknown>[]): string {
  if (kind.tenant === 'platform' && !kind.audience) return 'all';
  const field = { itself: 'name', owner: 'owner', organization: 'organization', platform: 'organizations' }[
    kind.tenant
  ];
  const tenants = new Set(rows.flatMap((row) => (kind.audience ? (row.organizations as string[]) : row[field])));
  return tenants.size > 1 ? 'all' : tenants.has('acme') ? 'own' : 'not acme’s';
}

const owns: Record<string, (client: Client) => Promise<Answered>> = {
  'read it': (client) => client.get('get-account'),
  'change it, as account items say': (client) =>
    client.post('update-user', { title: randomUUID() }, { query: { id: 'acme/adam' } }),
  'set its password': (client) =>
    client.post('set-password', { userOwner: 'acme', userName: 'adam', newPassword: password, oldPassword: password }),
  'change its email or phone by a code': (client) =>
    client.post('reset-email-or-phone', { type: 'email', dest: 'a@b.example' }),
};

const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map(rowOf).join('\n');

async function rowsOfKinds(): Promise<string[][]> {
  const rows: string[][] = [];
  for (const kind of kinds) {
    for (const verb of verbs.filter((each) => kind.access?.[each])) {
      const cells: string[] = [];
      for (const [index, client] of Object.values(callers).entries())
        cells.push(await attempts[verb](kind, client, `${verb}-${index}`));
      rows.push([kind.kind, verb, ...cells]);
    }
  }
  return rows;
}

const tokens = () => Object.entries(callers).filter(([name]) => name.startsWith('token:'));

async function rowsOfAccount(): Promise<string[][]> {
  const rows: string[][] = [];
  for (const [what, act] of Object.entries(owns)) {
    const cells: string[] = [];
    for (const [, client] of tokens()) cells.push(done(await act(client)));
    rows.push([what, ...cells]);
  }
  return rows;
}

const openTo = () =>
  app.routes
    .filter(({ applicationAccess }) => applicationAccess)
    .map(({ method, path, applicationAccess: { own = 'administrator', all = 'administrator' } = {} }) => [
      `${method} ${path}`,
      own,
      all,
    ]);

test('17.3 the rights of all callers, kinds and verbs equal the tables in api/http/PERMISSIONS.md', async () => {
  const document = `# Who may do what

The tables show the answer to each caller for an object of the organization acme. *User*, *administrator* and *application* belong to acme. *Application* sends its client secret.
*Token* is an access token of acme's administrator that an application holds. Both depend on the setting \`apiAccess\`. An object with an audience is for acme only.

| word | meaning |
| --- | --- |
| \`all\` | objects of every organization |
| \`own\` | objects of the caller's organization |
| \`public\` | the part that strangers may see |
| – | refused |

The rules of the organization decide what users may change of their own account. tests/api/rights/permissions.test.ts compares this page with a running server.

${tableOf(['kind', 'verb', ...Object.keys(callers)], await rowsOfKinds())}

## The own account of a token's user

${tableOf(['what', ...tokens().map(([name]) => name)], await rowsOfAccount())}

## Calls for applications without \`administrator\`

The \`apiAccess\` that an application needs for a call: for the account of its token's user only, or for everything that the user (or, with a secret, the organization's administrator) may do.
All other calls need \`administrator\`: \`enforce\`, \`batch-enforce\`, \`get-all-roles\` and its like, \`send-email\`, \`preview-mail\`, \`send-sms\`, \`upload-resource\`, groups, roles, sessions and more.
With narrower access, calls that are open to strangers return what strangers get.

${tableOf(['call', 'own account', 'all'], openTo())}
`;
  await expect(document).toMatchFileSnapshot('../../../api/http/PERMISSIONS.md');
}, 300_000);
