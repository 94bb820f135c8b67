import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { keycloak } from '@doorwright/transfer/keycloak/keycloak.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { digests, imported, organization, person } from '../../declared/import/world.ts';
import { createOperator } from '../../declared/operator.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { readItems } from '../read-items.ts';
import { commandFor } from './world.ts';

let app: TestApp;
let command: ReturnType<typeof commandFor>;
beforeAll(async () => {
  app = await startApp();
  command = commandFor(app.url);
  const operator = createOperator(app.url);
  await imported(
    operator,
    organization('acme'),
    person(
      'ada',
      { id: 'id-of-ada', email: 'ada@acme.example', emailVerified: true },
      { digest: digests.argon2id as never },
    ),
    person(
      'bob',
      { id: 'id-of-bob', email: 'bob@acme.example' },
      { digest: digests.bcrypt as never, totp: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' },
    ),
  );
});
afterAll(async () => {
  command?.stop();
  await app?.stop();
});

const leave = (product: string, folder: string) =>
  command.run('export', '--organization', 'acme', '--users', product, '--to', folder);

test('people leave for Keycloak with their ids, digests and apps, in files that only their owner reads', async () => {
  const folder = join(command.folder, 'keycloak');
  const said = await leave('keycloak', folder);
  expect(said.stdout).toContain('2 people of acme');
  expect(said.stderr).toContain('user "bob": password');
  for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  const { objects } = await readItems(keycloak, { type: 'folder', path: folder });
  const users = objects.filter(({ kind }) => kind === 'user');
  expect(users.map(({ fields }) => fields.id).sort()).toEqual(['id-of-ada', 'id-of-bob']);
  expect(users.find(({ fields }) => fields.name === 'ada')?.digest?.password).toBe(digests.argon2id?.password);
  expect(users.find(({ fields }) => fields.name === 'bob')?.totp).toBe('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
});

test('people leave for Auth0 in the form of its bulk import', async () => {
  const folder = join(command.folder, 'auth0');
  const said = await leave('auth0', folder);
  expect(said.code).not.toBe(1);
  expect(said.stdout).toContain('2 people of acme in one file below');
  const [file = ''] = readdirSync(folder);
  const people = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>[];
  expect(people).toEqual([
    expect.objectContaining({ user_id: 'id-of-ada', email: 'ada@acme.example', email_verified: true }),
    expect.objectContaining({ user_id: 'id-of-bob', password_hash: digests.bcrypt?.password }),
  ]);
});

test('S65 the people of the platform do not leave, and each export is recorded', async () => {
  const said = await command.run(
    'export',
    '--organization',
    'built-in',
    '--users',
    'keycloak',
    '--to',
    join(command.folder, 'x'),
  );
  expect(said.code).toBe(1);
  const records = await app.db('records').where({ owner: 'acme' }).whereLike('action', '%users%');
  expect(records.length).toBeGreaterThan(0);
});
