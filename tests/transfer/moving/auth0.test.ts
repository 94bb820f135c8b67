import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { digests, moved } from '../../declared/import/world.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { add } from '../../harness/world.ts';
import { commandFor, countsIn, signsIn } from './world.ts';

let app: TestApp;
let command: ReturnType<typeof commandFor>;
beforeAll(async () => {
  app = await startApp();
  command = commandFor(app.url);
});
afterAll(async () => {
  command?.stop();
  await app?.stop();
});

test('people of Auth0 move in with their user ids, and sign in with their old passwords', async () => {
  const person = {
    ...{ user_id: 'auth0|5f7c8ec7c33c6c004bbafe82', email: 'nora@example.com', email_verified: true },
    ...{ name: 'Nora Helmer', username: 'nora', passwordHash: digests.bcrypt?.password },
  };
  const file = join(command.folder, 'users.ndjson');
  writeFileSync(file, `${JSON.stringify(person)}\n`);
  const said = await command.run('import', '--from', file, '--organization', 'acme');
  expect(countsIn(said)).toMatchObject({ organization: [1, 0, 0, 0], user: [1, 0, 0, 0] });
  const root = await app.admin();
  await add(root, 'application', { name: 'shop', organization: 'acme', cert: 'cert-built-in' });
  const browser = app.client();
  const form = { application: 'shop', organization: 'acme', username: 'nora@example.com', password: moved };
  expect((await signsIn(browser, form)).status).toBe('ok');
  expect((await browser.get('get-account')).body.data).toMatchObject({ id: person.user_id, emailVerified: true });
  expect(countsIn(await command.run('import', '--from', file, '--organization', 'acme')).user).toEqual([0, 1, 0, 0]);
});
