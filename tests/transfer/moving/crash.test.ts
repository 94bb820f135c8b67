import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { doorwright, startDoorwright } from '../../operator/command/command.ts';
import { commandFor, countsIn } from './world.ts';

let app: TestApp;
let command: ReturnType<typeof commandFor>;
let from: string;
let first: string;
let child: ReturnType<typeof startDoorwright> | undefined;

const killGroup = ({ pid }: { pid?: number | undefined }) => process.kill(-Number(pid), 'SIGKILL');

/** The people of the third request and of later ones are in the group `brake`. */
const groupsOf = (at: number) => `staff;floor-${at % 3}${at === 0 || at >= 1000 ? ';brake' : ''}`;

beforeAll(async () => {
  app = await startApp();
  command = commandFor(app.url);
  const person = (_: unknown, at: number) =>
    `person-${at},person-${at}@example.com,+44 7911 ${100_000 + at},${'ab'.repeat(16)},md5-salt,grains,${groupsOf(at)},seller`;
  const header = 'name,email,phone,passwordHash,passwordType,passwordSalt,groups,roles';
  const people = Array.from({ length: 2000 }, person);
  const table = (name: string, lines: readonly string[]) => {
    const file = join(command.folder, name);
    writeFileSync(file, [header, ...lines].join('\n'));
    return file;
  };
  first = table('first.csv', people.slice(0, 1));
  from = table('people.csv', people);
});
afterAll(async () => {
  if (child?.exitCode === null && child.signalCode === null) killGroup(child);
  command?.stop();
  await app?.stop();
});

const argsFor = (organization: string, file = from) => ['import', '--from', file, '--organization', organization];
const usersIn = async (owner: string) => Number((await app.db('users').where({ owner }).count())[0]?.count);

/** Everything of an organization that came from the table. */
async function contentOf(owner: string) {
  const columns = ['name', 'email', 'phone', 'password', 'password_salt', 'password_type', 'ranking', 'second_factors'];
  const inOwn = (users: string[]) => users.map((user) => user.replace(/^[^/]+/, ''));
  const members = async (table: string) =>
    (await app.db(table).where({ owner }).orderBy('name').select('name', 'users')).map(({ name, users }) => [
      name,
      inOwn(users),
    ]);
  return {
    users: await app.db('users').where({ owner }).orderBy('name').select(columns),
    groups: await members('groups'),
    roles: await members('roles'),
    place: await app.db('organizations').where({ name: owner }).select('phone_prefix', 'password_type'),
  };
}

test('a command that is killed in the middle of an import and runs again ends as one that was never stopped', async () => {
  for (const organization of ['cut', 'whole']) await command.run(...argsFor(organization, first));
  // The third request waits for this lock, so the kill finds it half-done.
  const lock = await app.db.transaction();
  await lock('groups').where({ owner: 'cut', name: 'brake' }).forUpdate().select('name');
  child = startDoorwright(argsFor('cut'), command.settings, true);
  child.stdout.resume();
  child.stderr.resume();
  const ended = once(child, 'close');
  await expect.poll(() => usersIn('cut'), { timeout: 60_000 }).toBe(1000);
  killGroup(child);
  expect(await ended).toEqual([null, 'SIGKILL']);
  await lock.rollback();

  const again = await doorwright(argsFor('cut'), command.settings);
  expect(again).toMatchObject({ code: 0 });
  const { user: [added = 0, same = 0, kept, refused] = [] } = countsIn(again);
  // The api may end the third request although nobody waits for its answer.
  expect([1000, 1500]).toContain(same);
  expect([added + same, kept, refused]).toEqual([2000, 0, 0]);

  await command.run(...argsFor('whole'));
  expect(await contentOf('cut')).toEqual(await contentOf('whole'));
  expect(await usersIn('whole')).toBe(2000);
});
