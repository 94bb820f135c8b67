import { connect } from '@doorwright/api/db/knex.ts';
import { createRegistry, defineKind, everyVerb, type Kind, kinds } from '@doorwright/crds';
import { migrate } from '@doorwright/crds/derive/migration.ts';
import { tablesOf } from '@doorwright/crds/derive/tables.ts';
import { choice, flag, references, text } from '@doorwright/crds/field.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import type { Client } from '../harness/client.ts';
import { createDatabase } from '../harness/database/database.ts';

// The two parts that CONTRIBUTING requires for a new kind: the definition, and its line in the registry.
const invitation = defineKind({
  kind: 'Invitation',
  about: 'A letter that lets its reader join an organization.',
  owner: 'organization',
  tenant: 'owner',
  access: everyVerb('organizationAdmin'),
  fields: {
    code: text('Code', { about: 'What the reader types in.', secret: 'masked' }),
    state: choice('State', ['Open', 'Used'], { about: 'Whether somebody has used it.', initial: 'Open' }),
    isEnabled: flag('Is enabled', { about: 'Whether it can be used.', initial: true }),
    guests: references('Guests', {
      about: 'Users who may read it.',
      refers: { kind: 'user', by: 'id', onDelete: 'detach' },
    }),
  },
});
const registry = createRegistry([...kinds, invitation as unknown as Kind]);

let app: TestApp;
let admin: Client;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createDatabase();
  drop = database.drop;
  const db = connect(database.url);
  await db.raw(migrate(tablesOf(kinds), tablesOf(registry.kinds)).up.join('\n'));
  await db.destroy();
  app = await startApp({ databaseUrl: database.url, registry });
  admin = await app.admin();
});
afterAll(async () => {
  await app.stop();
  await drop();
});

test('a new kind gets its table with a column for each field', async () => {
  const columns = await app.db('invitations').columnInfo();
  expect(Object.keys(columns)).toEqual([
    'owner',
    'name',
    'created_time',
    'version',
    'code',
    'state',
    'is_enabled',
    'guests',
  ]);
  expect(columns).toMatchObject({
    state: { type: 'text' },
    is_enabled: { type: 'boolean' },
    guests: { type: 'jsonb' },
  });
});

test('a new kind can be added, read, listed, changed and deleted under /api, with an encrypted and masked secret', async () => {
  const added = await admin.post('add-invitation', {
    owner: 'built-in',
    name: 'first',
    code: 'open sesame',
    guests: ['built-in/admin'],
  });
  expect(added.body).toMatchObject({
    status: 'ok',
    data: 'Affected',
    data2: { name: 'first', code: '***', state: 'Open', isEnabled: true },
  });
  const [row] = await app.db('invitations').select('code');
  expect(row.code).not.toContain('sesame');

  const updated = await admin.post('update-invitation', { state: 'Used' }, { query: { id: 'built-in/first' } });
  expect(updated.body.data2).toMatchObject({ state: 'Used', code: '***', version: 2 });
  const listed = await admin.get('get-invitations', { owner: 'built-in' });
  expect(listed.body).toMatchObject({ data2: 1, data: [{ name: 'first', guests: ['built-in/admin'] }] });

  const refused = await admin.post('add-invitation', { owner: 'built-in', name: 'second', state: 'Lost' });
  expect(refused.body).toMatchObject({ status: 'error', code: 'invalid', fields: [{ field: 'state' }] });
  const deleted = await admin.post('delete-invitation', { owner: 'built-in', name: 'first' });
  expect(deleted.body).toMatchObject({ status: 'ok', data: 'Affected' });
  expect((await admin.get('get-invitation', { id: 'built-in/first' })).body.code).toBe('not-found');
});

test('a new kind is in the OpenAPI document', async () => {
  const document = JSON.parse((await app.anonymous.get('/openapi.json')).text);
  expect(Object.keys(document.paths)).toContain('/api/update-invitation');
  expect(document.components.schemas.Invitation.properties.state).toMatchObject({
    enum: ['Open', 'Used'],
    default: 'Open',
  });
});
