import { createRowCounter } from '@doorwright/api/core/objects/storage/row-counter.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await app.db.raw('CREATE TABLE numbers AS SELECT n FROM generate_series(1, 30000) AS n');
  await app.db.raw('ANALYZE numbers');
});
afterAll(() => app.stop());

const some = (limit: number) => app.db('numbers').select('n').where('n', '<=', limit);

test('a total of up to ten thousand rows is exact at every call', async () => {
  const totals = createRowCounter();
  expect(await totals(app.db, some(500))).toBe(500);
  await app.db('numbers').insert({ n: 1 });
  expect(await totals(app.db, some(500))).toBe(501);
});

test('a larger total is cached for some seconds, and then counted again after the answer', async () => {
  let time = 0;
  const totals = createRowCounter({ now: () => time });
  const first = 25_001;
  // On a slow machine the first answer is an estimate.
  await expect.poll(() => totals(app.db, some(25_000))).toBe(first);
  await app.db('numbers').insert(Array.from({ length: 100 }, () => ({ n: 20_000 })));
  expect(await totals(app.db, some(25_000))).toBe(first);
  time = 11_000;
  expect(await totals(app.db, some(25_000))).toBe(first);
  await expect.poll(() => totals(app.db, some(25_000))).toBe(first + 100);
});

test('a list that became small is counted at every call again', async () => {
  let time = 0;
  const totals = createRowCounter({ now: () => time });
  const query = () => app.db('numbers').select('n').where('n', '>', 15_000);
  await totals(app.db, query());
  await app.db('numbers').where('n', '>', 15_010).delete();
  time = 11_000;
  await expect.poll(() => totals(app.db, query())).toBe(10);
});
