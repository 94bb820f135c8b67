import { connect } from '@doorwright/api/db/knex.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../harness/database/database.ts';
import { startProcess } from '../../harness/process.ts';
import { createOperator } from '../operator.ts';
import { digests, imported, object, organization, person, send } from './world.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const batches = Array.from({ length: 6 }, (_, batch) =>
  Array.from({ length: 120 }, (_, at) =>
    person(
      `user-${batch}-${at}`,
      { id: `id-${batch}-${at}`, email: `user-${batch}-${at}@acme.example` },
      { digest: digests.argon2id as never, groups: ['staff'], totp: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' },
    ),
  ),
);

test('an import that is sent again after a kill ends as one that was never stopped', async () => {
  const first = await startProcess(database.url);
  await imported(createOperator(first.url), organization('acme'), object('group', { owner: 'acme', name: 'staff' }));
  let done = 0;
  const sending = batches.map(async (batch) => {
    await send(createOperator(first.url), batch);
    // Others are half-done then.
    if (++done === 2) first.child.kill('SIGKILL');
  });
  await Promise.allSettled(sending);
  await first.kill('SIGKILL');

  const second = await startProcess(database.url);
  const db = connect(database.url, { pool: 1 });
  try {
    const users = async () => Number((await db('users').where({ owner: 'acme' }).count())[0]?.count);
    const before = await users();
    expect(before).toBeGreaterThanOrEqual(240);
    expect(before).toBeLessThan(720);
    // Each request happened as a whole, or not at all.
    expect(before % 120).toBe(0);
    for (const batch of batches) {
      const results = await imported(createOperator(second.url), ...batch);
      expect(new Set(results.map(({ outcome }) => outcome)).size).toBe(1);
      expect(results.flatMap(({ problems, differs }) => [...problems, ...differs])).toEqual([]);
    }
    expect(await users()).toBe(720);
    expect(await db('factors').where({ owner: 'acme', type: 'totp' }).count()).toEqual([{ count: 720 }]);
    const [{ members }] = await db('groups').select(db.raw('jsonb_array_length(users) AS members'));
    expect(members).toBe(720);
  } finally {
    await db.destroy();
    await second.kill('SIGTERM');
  }
});
