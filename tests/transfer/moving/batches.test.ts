import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { commandFor, countsIn } from './world.ts';

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

function table(name: string, lines: readonly string[]): string {
  const file = join(command.folder, `${name}.csv`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

const refusals = () => app.db('records').where({ outcome: 'refused' });

test('a person whom the api cannot read is named, and all others of their request are taken', async () => {
  const person = (_: unknown, at: number) => `person-${at},${at === 17 ? 'x'.repeat(700) : ''},bcrypt`;
  const from = table('wrong', ['name,passwordHash,passwordType', ...Array.from({ length: 40 }, person)]);
  const args = ['import', '--from', from, '--organization', 'initech'];
  for (const plan of [['--plan'], []]) {
    const said = await command.run(...args, ...plan);
    expect(said.code).toBe(2);
    expect(countsIn(said)).toMatchObject({ organization: [1, 0, 0, 0], user: [39, 0, 0, 1] });
    expect(said.stderr.match(/line \d+/g)).toEqual(['line 19']);
    expect(said.stderr).toContain('digest.password');
  }
  expect(await app.db('users').where({ owner: 'initech' })).toHaveLength(39);
});

test.each([
  // 500 of them have more members than a request may have.
  ['many values', 100, 1],
  // 500 of them have more bytes.
  ['long values', 10, 1900],
])('people with %s come in requests that the api takes', async (about, properties, length) => {
  const before = (await refusals()).length;
  const organization = about.replace(' ', '-');
  const usual = [
    'firstName',
    'lastName',
    'affiliation',
    'title',
    'tag',
    'location',
    'education',
    'idCardType',
    'bio',
    'gender',
    'birthday',
    'idCard',
  ];
  const names = [...Array.from({ length: properties }, (_, at) => `properties.p${at}`), ...usual];
  const digest = `bcrypt,$2a$10$${'a'.repeat(53)},`;
  const values = [digest, ...names.map((name) => 'x'.repeat(name.startsWith('properties') ? length : 1))].join(',');
  const people = Array.from({ length: 600 }, (_, at) => `person-${at},${values}`);
  const from = table(organization, [`name,passwordType,passwordHash,passwordSalt,${names.join(',')}`, ...people]);
  const said = await command.run('import', '--from', from, '--organization', organization);
  expect(said).toMatchObject({ code: 0 });
  expect(countsIn(said).user).toEqual([600, 0, 0, 0]);
  expect(await refusals()).toHaveLength(before);
});

test("the platform's organization is refused before anything is read", async () => {
  const said = await command.run('import', '--from', '/nowhere.csv', '--organization', 'built-in');
  expect(said).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('built-in administers all') });
});
