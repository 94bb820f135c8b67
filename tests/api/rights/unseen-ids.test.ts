import { referencesOf } from '@doorwright/crds/derive/paths.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client, Envelope } from '../../harness/client.ts';
import { add, sampleOf, startTenants, type Tenant } from '../../harness/world.ts';
import { type Cell, sheet, upload } from '../users/upload/sheets.ts';
import { idOf, kinds } from './every-kind.ts';

/**
 * Two names of one length. acme has an object of each kind under the first one, and nobody has anything under the second. A caller of
 * globex gets the same answer about both.
 */
const names = ['unseen-thing', 'absent-thing'] as const;

/** Every administrator reads the objects of the platform, such as certs, unless they name the organizations that they are for. */
const unseen = kinds.filter((kind) => kind.tenant !== 'platform' || kind.audience);

let app: TestApp;
let root: Client;
let globex: Tenant;
let callers: [string, Client][];
/** The owner of acme's object of each kind. */
const owners = new Map<string, string>();

beforeAll(async () => {
  ({ app, root, globex } = await startTenants());
  callers = [
    ['the administrator', globex.admin],
    ['a user', globex.user],
  ];
  for (const kind of unseen) {
    const email = kind.name === 'user' && { email: `${names[0]}@acme.example` };
    const more = kind.audience ? { audience: 'named', organizations: ['acme'] } : {};
    const made = await add(root, kind.name, { ...sampleOf(kind, 'acme', names[0]), ...email, ...more });
    owners.set(kind.name, String(made.owner));
  }
});
afterAll(() => app?.stop());

type Request = { method: 'get' | 'post'; path: string; query?: object; body?: object; isUpload?: boolean };

function oneFile(): FormData {
  const form = new FormData();
  form.set('file', new Blob(['owner,name\n']), 'x.csv');
  return form;
}

/**
 * An answer without what differs between two requests: moments, versions, random names, challenges, and the made-up passkeys and
 * addresses of a user whom nobody may know.
 */
const steady = (text: string) =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'MOMENT')
    .replaceAll(/(_| - )[a-z0-9]{6}"/g, '$1RANDOM"')
    .replaceAll(/"(challenge|id)":"[\w+/-]{20,}=*"/g, '"$1":"RANDOM"')
    .replaceAll(/"transports":\[[^\]]*\]/g, '"transports":[]')
    .replaceAll(/"version":\d+/g, '"version":0')
    // The address of a file has the time of its upload.
    .replaceAll(/\?t=\d+/g, '?t=MOMENT')
    .replaceAll(/new-thing-\d+/g, 'new-thing')
    .replaceAll(new RegExp(names.join('|'), 'g'), 'NAME')
    .replaceAll(/\w\*+\w@\w\*+\w\.\w+/g, 'MASKED');

async function told(client: Client, { method, path, query, body, isUpload }: Request, name: string): Promise<string> {
  const answer =
    method === 'get'
      ? await client.get(path, query as never)
      : await client.post(path, isUpload ? oneFile() : (body ?? {}), { query: query as never });
  const { status, code, msg, params, fields } = answer.body as Envelope & { params?: unknown };
  // The rest of an address has values of one use.
  const to = (answer.headers.get('location') ?? '').split('?')[0];
  const said = status === 'error' ? JSON.stringify({ code, msg, params, fields }) : steady(answer.text);
  return `${answer.status} ${to} ${said}`.replaceAll(name, 'NAME');
}

/** Compares the answers to a caller about acme's object and about a missing one. */
async function differences(client: Client, requestFor: (name: string) => Request): Promise<string[]> {
  const { method, path, query, body } = requestFor('NAME');
  // Two requests about nothing are the same one.
  if (!JSON.stringify({ query, body }).includes('NAME')) return [];
  const [unseen, absent] = [
    await told(client, requestFor(names[0]), names[0]),
    await told(client, requestFor(names[1]), names[1]),
  ];
  if (unseen === absent) return [];
  return [`${method} ${path} ${JSON.stringify({ query, body })}\n  ${unseen.slice(0, 300)}\n  ${absent.slice(0, 300)}`];
}

/** The value of a parameter about an object. Parameters that name no object get none. */
function parameterValue(parameter: string, owner: string, name: string): string | undefined {
  if (parameter === 'id' || /Id$/.test(parameter)) return `${owner}/${name}`;
  if (/owner$/i.test(parameter)) return owner;
  if (parameter === 'organization') return 'acme';
  if (/^(name|user|userName|username|application|provider|sorter)$/.test(parameter)) return name;
  return undefined;
}

const filled = (parameters: readonly string[], owner: string, name: string) =>
  Object.fromEntries(
    parameters.flatMap((parameter) => {
      const value = parameterValue(parameter, owner, name);
      return value === undefined ? [] : [[parameter, value]];
    }),
  );

describe('S9 35.18 an id of another tenant and an id of nothing get the same answer', () => {
  test('at every route', async () => {
    const found: string[] = [];
    const lasting = ['/api/events', '/api/account-events'];
    const asked = app.routes.filter(
      ({ path, permission, redirects, upload }) =>
        permission !== 'anyone' && !redirects && !upload && !lasting.includes(path) && !path.startsWith('/api/add-'),
    );
    for (const route of asked) {
      const parameters = Object.keys(route.query ?? {});
      const properties = Object.keys((route.body as { properties?: object } | undefined)?.properties ?? {});
      for (const owner of new Set(owners.values()))
        for (const [who, client] of callers) {
          const requestFor = (name: string): Request => ({
            method: route.method === 'GET' ? 'get' : 'post',
            path: route.path.slice('/api/'.length),
            query: filled(parameters, owner, name),
            body: filled(properties, owner, name),
          });
          found.push(...(await differences(client, requestFor)).map((each) => `${who}: ${each}`));
        }
    }
    expect(found).toEqual([]);
  });

  test('at every route that strangers call or that takes a file, beside the names that sign-in pages show', async () => {
    const settings = { enableWebAuthn: true, enableCodeSignin: true, enableSignUp: true };
    const { body } = await root.post('update-application', settings, { query: { id: 'admin/app-acme' } });
    expect(body.status).toBe('ok');
    // A sign-up tells whether a name is free, and these tell about applications, organizations, products and pricings.
    // After a sign-out, the callers would be strangers.
    const telling = /signup|logout|get-(application|organization|products?|pricing-page)$/;
    const asked = app.routes.filter(
      ({ path, permission, redirects, upload }) =>
        path.startsWith('/api/') && (permission === 'anyone' || redirects || upload) && !telling.test(path),
    );
    const own: Record<string, string> = {
      ...{ application: 'app-acme', applicationId: 'admin/app-acme', type: 'login', password: 'wrong' },
      ...{ fullFilePath: 'x.txt', page: 'signin', checkType: 'none', method: 'signin', responseType: 'login' },
    };
    const values = (parameters: readonly string[], name: string, isOfApplication: boolean) => ({
      ...filled(parameters, 'acme', name),
      ...Object.fromEntries(parameters.flatMap((each) => (own[each] ? [[each, own[each]]] : []))),
      ...(isOfApplication && parameters.includes('id') && { id: 'admin/app-acme' }),
    });
    const found: string[] = [];
    for (const route of asked) {
      const isOfApplication = route.path.startsWith('/api/saml/');
      const parameters = Object.keys(route.query ?? {});
      const properties = Object.keys((route.body as { properties?: object } | undefined)?.properties ?? {});
      for (const [who, client] of [...callers, ['a stranger', app.anonymous] as const]) {
        const requestFor = (name: string): Request => ({
          method: route.method === 'GET' ? 'get' : 'post',
          path: route.path.slice('/api/'.length),
          query: values(parameters, name, isOfApplication),
          body: values(properties, name, isOfApplication),
          isUpload: route.upload === true,
        });
        found.push(...(await differences(client, requestFor)).map((each) => `${who}: ${each}`));
      }
    }
    expect(found).toEqual([]);
  });

  test('in every file that a user of another organization uploads', async () => {
    const found: string[] = [];
    const forms = ['provider', 'application', 'user', 'tag'].flatMap((parameter) =>
      ['globex', 'acme'].map((owner) => (name: string) => ({
        owner,
        fullFilePath: `resource/${owner}/x.txt`,
        [parameter]: name,
      })),
    );
    for (const form of forms)
      for (const [who, client] of callers) {
        const requestFor = (name: string): Request => ({
          ...{ method: 'post', path: 'upload-resource', isUpload: true },
          query: { user: 'alice', ...form(name) },
        });
        found.push(...(await differences(client, requestFor)).map((each) => `${who}: ${each}`));
      }
    expect(found).toEqual([]);
  });

  test('in every row of a sheet of users that an administrator uploads', async () => {
    let count = 1000;
    const rowsFor = (name: string): Cell[][] => {
      const addressed = `${name}@acme.example`;
      return [
        ['owner', 'name', 'id', 'email', 'signupApplication', 'tag'],
        ['acme', name, null, null, null, null],
        [name, 'someone', null, null, null, null],
        ['globex', `of-${count++}`, null, null, name, null],
        ['globex', `of-${count++}`, null, null, `admin/${name}`, null],
        ['globex', `of-${count++}`, null, addressed, null, null],
        ['globex', `of-${count++}`, name, null, null, name],
      ];
    };
    const reported = async (name: string) => {
      const { status, data } = await upload(globex.admin, await sheet(rowsFor(name)));
      expect([status, data.rows.length]).toEqual(['ok', 6]);
      return JSON.stringify(data.rows)
        .replaceAll(name, 'NAME')
        .replaceAll(/of-\d+/g, 'of');
    };
    // acme has a user of this name, with this address.
    const [unseen, absent] = [await reported(names[0]), await reported(names[1])];
    expect(unseen).toContain('"failed"');
    expect(unseen).toBe(absent);
  });

  test('in every reference of every kind, added and changed', async () => {
    let count = 1000;
    const found: string[] = [];
    for (const kind of kinds) {
      const own = await add(root, kind.name, sampleOf(kind, 'globex', 'own-thing'));
      for (const path of referencesOf(kind)) {
        const { field, member, refers } = path;
        const owner = refers.by === 'id' ? (owners.get(refers.kind) ?? 'acme') : undefined;
        const fieldsFor = (name: string) => {
          const value = owner === undefined ? name : `${owner}/${name}`;
          const one = member ? { [member]: value } : value;
          return { [field]: path.list ? [one] : one };
        };
        const addFor = (name: string): Request => ({
          method: 'post',
          path: `add-${kind.name}`,
          body: { ...sampleOf(kind, 'globex', `new-thing-${count++}`), ...fieldsFor(name) },
        });
        const changeFor = (name: string): Request => ({
          method: 'post',
          path: `update-${kind.name}`,
          query: { id: idOf(kind, own) },
          body: fieldsFor(name),
        });
        found.push(...(await differences(globex.admin, addFor)), ...(await differences(globex.admin, changeFor)));
      }
    }
    expect(found).toEqual([]);
  });
});
