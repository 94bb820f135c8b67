import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { secrets } from '../keycloak/real-realm.ts';
import { readPlace } from '../keycloak/realm.ts';
import { commandFor, countsIn, signsIn } from './world.ts';
import { writeExport } from './write-realm.ts';

let app: TestApp;
let command: ReturnType<typeof commandFor>;
let file: string;
let said: Awaited<ReturnType<typeof command.run>>;
beforeAll(async () => {
  app = await startApp();
  command = commandFor(app.url);
  file = await writeExport(command.folder);
  said = await command.run('import', '--from', file);
}, 120_000);
afterAll(async () => {
  command?.stop();
  await app?.stop();
});

test('everything of a realm is added, and the server leaves nothing out', async () => {
  expect(countsIn(said)).toMatchObject({
    ...{ organization: [1, 0, 0, 0], cert: [1, 0, 0, 0], provider: [3, 0, 0, 0], group: [4, 0, 0, 0] },
    ...{ role: [4, 0, 0, 0], application: [4, 0, 0, 0], user: [3, 0, 0, 0] },
  });
  const { losses } = await readPlace({ type: 'file', path: file });
  const told = said.stderr.split('\n').filter((line) => line.includes('realm "acme"'));
  expect(told).toHaveLength(losses.length);
  const again = await command.run('import', '--from', file);
  for (const [added, , kept, refused] of Object.values(countsIn(again)))
    expect([added, kept, refused]).toEqual([0, 0, 0]);
});

test('a person who was blocked stays so', async () => {
  const form = { application: 'acme-web', organization: 'acme', password: secrets.password };
  const codeOf = async (username: string) => (await signsIn(app.client(), { ...form, username })).status;
  expect([await codeOf('otto'), await codeOf('blocked')]).toEqual(['ok', 'error']);
});

test('groups and roles have their members', async () => {
  const root = await app.admin();
  const { body: cooks } = await root.get('get-group', { id: 'acme/south-cooks' });
  expect(cooks.data.users).toEqual(['acme/nora']);
  // A chef is a cook, and may buy in the shop.
  const { body: roles } = await root.get('get-all-roles', { userId: 'acme/nora' });
  expect(roles.data).toEqual(['chef', 'cook', 'shop_buy', 'shop_sell']);
});

test('people who leave again take their subjects, digests, apps, groups and direct roles along', async () => {
  const folder = join(command.folder, 'out');
  const told = await command.run('export', '--users', 'keycloak', '--organization', 'acme', '--to', folder);
  expect(told.stderr).toContain('recovery codes');
  const proofsOf = ({ of }: Awaited<ReturnType<typeof readPlace>>) =>
    of('user')
      .map(({ fields: { id, name, phone }, digest, totp, groups, roles }) => ({
        id,
        name,
        phone,
        digest,
        totp,
        groups,
        roles,
      }))
      .sort((a, b) => String(a.id).localeCompare(String(b.id)));
  const before = proofsOf(await readPlace({ type: 'file', path: file }));
  expect(proofsOf(await readPlace({ type: 'folder', path: folder }))).toEqual(before);
});
