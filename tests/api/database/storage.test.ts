import { maintainPartitions } from '@doorwright/api/db/partitions.ts';
import { kinds } from '@doorwright/crds';
import { tablesOf } from '@doorwright/crds/derive/tables.ts';
import { expect, test } from 'vitest';
import { startApp } from '../../harness/app.ts';
import { add, password } from '../../harness/world.ts';

test('a sign-in leaves the user’s row on its database page', async () => {
  const app = await startApp();
  const root = await app.admin();
  await add(root, 'organization', { name: 'crowd', passwordType: 'plain', upgradePasswords: false });
  const names = Array.from({ length: 80 }, (_, index) => `user${index}`);
  for (const name of names) await add(root, 'user', { owner: 'crowd', name, password });
  const pages = async () =>
    (await app.db.raw(`SELECT name, (ctid::text::point)[0] AS page FROM users WHERE owner = 'crowd' ORDER BY name`))
      .rows;
  const before = await pages();
  for (const name of names.filter((_, index) => index % 4 === 0)) await app.signedIn('crowd', name, password);
  expect(await pages()).toEqual(before);
  await app.stop();
});

test('records have a partition for each month, and whole months are deleted after their time', async () => {
  const app = await startApp();
  const names = async () =>
    (
      await app.db.raw("SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'records'::regclass")
    ).rows
      .map((row: { name: string }) => row.name)
      .sort();
  const tables = tablesOf(kinds);
  await maintainPartitions(app.db, tables, { now: new Date('2020-01-15'), keepMonths: 0 });
  expect(await names()).toEqual(expect.arrayContaining(['records_2020_01', 'records_2020_04', 'records_default']));
  const store = app.store('record');
  const old = { owner: 'built-in', name: 'old', createdTime: '2020-01-20T00:00:00.000Z', version: 1 };
  await store.insert(app.db, old);
  await maintainPartitions(app.db, tables, { now: new Date('2021-01-31'), keepMonths: 12 });
  expect(await store.find(app.db, 'built-in', 'old')).toBeDefined();
  await maintainPartitions(app.db, tables, { now: new Date('2021-02-01'), keepMonths: 12 });
  expect(await names()).not.toContain('records_2020_01');
  expect(await store.find(app.db, 'built-in', 'old')).toBeUndefined();
  await app.stop();
});
