import { connect } from '@doorwright/api/db/knex.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../harness/database/database.ts';
import { startProcess } from '../harness/process.ts';
import { createOperator } from './operator.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const count = 120;
const names = Array.from({ length: count }, (_, i) => `app-${i}`);
const declarationOf = (name: string) => ({ uid: `u-${name}`, fields: { organization: 'acme', displayName: name } });

test('an api that is killed during many declarations creates each object once when they are repeated', async () => {
  const first = await startProcess(database.url);
  const operator = createOperator(first.url);
  await operator.put('organization/admin/acme', { uid: 'u-acme' });
  const created: string[] = [];
  const declare = async (name: string) => {
    const { body } = await operator.put(`application/admin/${name}`, declarationOf(name));
    if (body.outcome === 'created') created.push(name);
    // Somewhere within the burst.
    if (created.length === count / 2) first.child.kill('SIGKILL');
  };
  await Promise.allSettled(names.map(declare));
  await first.kill('SIGKILL');
  expect(created.length).toBeGreaterThanOrEqual(count / 2);
  expect(created.length).toBeLessThan(count);

  const second = await startProcess(database.url);
  const again = createOperator(second.url);
  const db = connect(database.url, { pool: 1 });
  try {
    const halfMade = await db('applications')
      .leftJoin('origins', (on) =>
        on.on('origins.object_name', 'applications.name').on('origins.kind', db.raw("'application'")),
      )
      .whereLike('applications.name', 'app-%')
      .whereNot('applications.name', 'app-built-in')
      .whereNull('origins.uid');
    expect(halfMade).toEqual([]);

    const outcomes = await Promise.all(
      names.map(async (name) => (await again.put(`application/admin/${name}`, declarationOf(name))).body.outcome),
    );
    for (const [i, name] of names.entries()) {
      if (created.includes(name)) expect(outcomes[i]).toBe('unchanged');
      else expect(['created', 'unchanged']).toContain(outcomes[i]);
    }
    expect(await db('applications').whereIn('name', names).count()).toEqual([{ count }]);
    expect(await db('origins').where('kind', 'application').count()).toEqual([{ count }]);
    const told = (await db('changes').where('kind', 'application').pluck('object_name')) as string[];
    expect(told.sort()).toEqual(names.toSorted());
  } finally {
    await db.destroy();
    await second.kill('SIGTERM');
  }
});

test('a stopping server does not wait for readers of the feed', async () => {
  const api = await startProcess(database.url);
  const operator = createOperator(api.url);
  const { next } = (await operator.get('changes')).body;
  const waiting = operator.get(`changes?since=${next}&wait=25`);
  // The request waits after the server found no changes.
  await operator.get('application');
  const told = performance.now();
  await api.kill('SIGTERM');
  expect((await waiting).body).toMatchObject({ changes: [], reset: false });
  expect(performance.now() - told).toBeLessThan(5000);
  expect(api.child.exitCode).toBe(0);
});
