import type { Kind } from '@doorwright/crds';
import { type FieldDescription, fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import type { Client } from '../harness/client.ts';
import { registry } from '../harness/database/template.ts';
import { add, sampleOf } from '../harness/world.ts';

const kinds = registry.kinds.filter((kind) => kind.access?.add).map((kind) => [kind.kind, kind] as const);

let app: TestApp;
let root: Client;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
  await add(root, 'organization', { name: 'acme' });
});
afterAll(() => app.stop());

const idOf = (kind: Kind, object: Record<string, unknown>) => `${object.owner}/${object[kind.key]}`;

/** Fields with free values: no reference, no secret, and no rule of the kind. */
const isFree = (field: FieldDescription) =>
  !field.refers &&
  !field.secret &&
  !field.serverSet &&
  !field.computed &&
  !field.schema.pattern &&
  !field.items &&
  !['owner', 'name', 'id', 'version'].includes(field.name);

/** A different value from a new object's. */
function otherValue({ type, schema }: FieldDescription): unknown {
  if (type === 'boolean') return !schema.default;
  if (type === 'integer' || type === 'number') return Number(schema.default ?? 0) + 1;
  if (type === 'string' && !schema.enum) return 'Ünïcode "text" to keep'.slice(0, schema.maxLength);
  return undefined;
}

const ownRules: Record<string, readonly string[]> = {
  // The kind checks these fields, and has its own tests.
  Cert: ['certificate', 'bitSize'],
  Model: ['modelText'],
  Adapter: ['host', 'database'],
  User: ['email', 'phone', 'idCard', 'isDefaultAvatar'],
  Organization: ['customCss'],
  Application: [
    'clientId',
    'customCss',
    'jwks',
    'jwksUri',
    'signupUrl',
    'signinUrl',
    'forgetUrl',
    'affiliationUrl',
    'homepageUrl',
    'logo',
    'favicon',
    'termsOfUse',
    'clientType',
    'backchannelLogoutUri',
  ],
  Provider: ['type', 'category', 'subType'],
  Payment: [
    ...['personName', 'personIdCard', 'personEmail', 'personPhone'],
    ...['invoiceCountry', 'invoiceAddress', 'invoiceType', 'invoiceTitle', 'invoiceTaxId', 'invoiceRemark'],
  ],
  Webhook: ['url'],
};

describe.each(kinds)('%s', (_, kind) => {
  const sample = () => sampleOf(kind, 'acme', 'life');

  test('is added, read, listed, changed, renamed and deleted', async () => {
    const added = await root.post(`add-${kind.name}`, sample());
    expect(added.body).toMatchObject({ status: 'ok', data: 'Affected', data2: { [kind.key]: 'life', version: 1 } });
    const id = idOf(kind, sample());
    expect((await root.get(`get-${kind.name}`, { id })).body.data).toMatchObject({ [kind.key]: 'life' });
    const listed = (await root.get(`get-${kind.plural}`, { p: 1, pageSize: 10, field: kind.key, value: 'life' })).body;
    expect(listed).toMatchObject({ data2: 1, data: [{ [kind.key]: 'life' }] });
    expect((await root.post(`add-${kind.name}`, sample())).body).toMatchObject({ status: 'error', code: 'duplicate' });
    if (kind.key === 'name') {
      const renamed = await root.post(`update-${kind.name}`, { name: 'second-life' }, { query: { id } });
      expect(renamed.body).toMatchObject({ status: 'ok', data2: { name: 'second-life', version: 2 } });
      expect((await root.get(`get-${kind.name}`, { id })).body).toMatchObject({ status: 'error', code: 'not-found' });
    }
    const key = kind.key === 'name' ? 'second-life' : 'life';
    const named = { owner: sample().owner, [kind.key]: key };
    expect((await root.post(`delete-${kind.name}`, named)).body).toMatchObject({ status: 'ok', data: 'Affected' });
    expect((await root.post(`delete-${kind.name}`, named)).body).toMatchObject({ status: 'error', code: 'not-found' });
    const records = (await root.get('get-records', { p: 1, pageSize: 10, field: 'object', value: `/${key}` })).body;
    expect(records.data.map((each: { action: string }) => each.action)).toContain(`delete-${kind.name}`);
  });

  test('stores every value, and keeps those that an update does not name', async () => {
    const object = await add(root, kind.name, { ...sampleOf(kind, 'acme', 'kept') });
    const free = fieldsOf(kind).filter((field) => isFree(field) && !ownRules[kind.kind]?.includes(field.name));
    const values = Object.fromEntries(
      free.flatMap((field) => {
        const value = otherValue(field);
        return value === undefined ? [] : [[field.name, value]];
      }),
    );
    const changed = await root.post(`update-${kind.name}`, values, { query: { id: idOf(kind, object) } });
    expect(changed.body, changed.body.msg).toMatchObject({ status: 'ok', data2: values });
    const again = await root.post(`update-${kind.name}`, {}, { query: { id: idOf(kind, object) } });
    expect(again.body.data2).toMatchObject({ ...values, version: 2 });
  });

  test('names the field and the problem of an invalid value, and stores nothing', async () => {
    for (const field of fieldsOf(kind).filter(
      (each) => !each.serverSet && !each.computed && !['owner', 'version'].includes(each.name),
    )) {
      const wrong = field.type === 'string' || field.type === 'moment' ? 7 : 'not that';
      const { body } = await root.post(`add-${kind.name}`, { ...sampleOf(kind, 'acme', 'wrong'), [field.name]: wrong });
      expect(body, field.name).toMatchObject({ status: 'error', code: 'invalid' });
      expect(body.fields?.[0]?.field, field.name).toBe(field.name);
      expect(body.msg).toContain(field.name);
    }
    expect((await root.get(`get-${kind.name}`, { id: idOf(kind, sampleOf(kind, 'acme', 'wrong')) })).body.code).toBe(
      'not-found',
    );
  });

  test('refuses an update of a stale version, and returns the current object', async () => {
    if (!('displayName' in kind.schema.shape)) return;
    const object = await add(root, kind.name, sampleOf(kind, 'acme', 'contended'));
    const id = idOf(kind, object);
    await root.post(`update-${kind.name}`, { displayName: 'First' }, { query: { id } });
    const stale = await root.post(
      `update-${kind.name}`,
      { displayName: 'Second', version: object.version as number },
      { query: { id } },
    );
    expect(stale.body).toMatchObject({ status: 'error', code: 'stale', data: { displayName: 'First', version: 2 } });
    expect((await root.post(`update-${kind.name}`, { displayName: 'Third' }, { query: { id } })).body.status).toBe(
      'ok',
    );
  });
});
