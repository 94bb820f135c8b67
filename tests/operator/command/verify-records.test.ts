import { maintainPartitions } from '@doorwright/api/db/partitions.ts';
import { tableOf } from '@doorwright/crds/derive/tables.ts';
import { record } from '@doorwright/crds/kinds/record.ts';
import { signedText } from '@doorwright/crds/values/record-chain.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { anchorPlace, type ChainWorld, lastHead, signedElsewhere, startChainWorld } from './chain-world.ts';
import { doorwright } from './command.ts';

let world: ChainWorld;
beforeAll(async () => {
  world = await startChainWorld();
}, 120_000);
afterAll(() => world?.stop());

test('verify-records finds nothing in records as they were written, and says so', async () => {
  const said = await doorwright(['verify-records'], world.settings);
  expect(said).toMatchObject({ code: 0, stdout: '' });
  expect(said.stderr).toContain('All sealed records of 3 organizations are as they were written.\n');
  // 35.13: it says what it cannot see.
  expect(said.stderr).toContain('No anchor was given. So this cannot show whether the newest records were removed');
});

test('verify-records speaks of one organization in the singular', async () => {
  const said = await doorwright(['verify-records', '--organization', 'built-in'], world.settings);
  expect(said.stderr).toContain('All sealed records of one organization are as they were written.\n');
});

const idOf = async (user: string) => Number((await world.at(user).first('id')).id);

const cases: Record<string, { what: string; tamper: () => Promise<unknown> }> = {
  'a changed action': { what: 'record-changed', tamper: () => world.at('ann-two').update({ action: 'logout' }) },
  'a changed value within the changed fields': {
    what: 'record-changed',
    tamper: () => world.at('ann-two').update({ changes: JSON.stringify([{ field: 'a', before: '', after: 'b' }]) }),
  },
  'a changed time': {
    what: 'record-changed',
    tamper: () => world.at('bob-one').update({ created_time: '2026-03-10T09:00:00Z' }),
  },
  'a removed record': { what: 'record-removed', tamper: () => world.at('bob-two').delete() },
  'a record that moved to another organization': {
    what: 'record-removed',
    tamper: () => world.at('ann-two').update({ owner: 'globex', organization: 'globex' }),
  },
  'two records that changed places': {
    what: 'record-changed',
    tamper: async () => {
      const [one, other] = [await idOf('ann-one'), await idOf('bob-one')];
      await world.at('ann-one').update({ id: other });
      await world.at('bob-one').update({ id: one });
    },
  },
  'a record that was inserted between others': {
    what: 'record-inserted',
    tamper: async () =>
      world.write('mallory', { id: (await world.app.db('records').min('id as id').first())?.id ?? 1 }),
  },
  'a changed head': { what: 'head-changed', tamper: () => world.head(2).update({ members: '1:AAAAAAAAAAAA' }) },
  'a removed head': { what: 'head-missing', tamper: () => world.head(2).delete() },
  'the removed last heads, with which records would have none': {
    what: 'records-without-head',
    tamper: () => world.head(lastHead).delete(),
  },
  'a head that was rewritten with its digest': {
    what: 'head-unlinked',
    tamper: () => world.rewriteHead(2, { previous: 'elsewhere' }),
  },
  'the whole records and heads of two organizations that changed places': {
    what: 'head-foreign',
    async tamper() {
      const moves = [
        ['acme', 'between'],
        ['globex', 'acme'],
        ['between', 'globex'],
      ] as const;
      for (const table of ['records', 'record_heads'])
        for (const [owner, to] of moves) await world.app.db(table).where({ owner }).update({ owner: to });
    },
  },
  'a signature of another key': {
    what: 'signature-wrong',
    tamper: async () => {
      const signature = await signedElsewhere(signedText(await world.rewriteHead(lastHead, {})));
      await world.head(lastHead).update({ signature });
    },
  },
  'a signature of another head': {
    what: 'signature-wrong',
    tamper: async () => world.head(lastHead).update({ signature: (await world.head(2).first('signature')).signature }),
  },
};

describe('in sealed records', () => {
  afterEach(() => world.restore());

  test.each(Object.entries(cases))('verify-records finds %s', async (_, { what, tamper }) => {
    await tamper();
    expect(await world.found()).toContain(what);
  });

  test('verify-records finds a record that was sealed long after its time', async () => {
    await world.write('late', { createdTime: '2026-03-09T10:00:00.000Z' });
    await world.seal();
    const said = await doorwright(['verify-records', '--organization', 'acme'], world.settings);
    expect(said).toMatchObject({ code: 2, stdout: expect.stringMatching(/^acme +record-backdated /m) });
  });
});

test('verify-records accepts that users and organizations get other names, which the records say', async () => {
  const rename = async (kind: string, id: string, name: string) =>
    expect((await world.root.post(`update-${kind}`, { name }, { query: { id } })).body.status).toBe('ok');
  const file = await anchorPlace();
  expect((await world.verify('--keep', file)).code).toBe(0);
  await rename('user', 'globex/alice', 'alicia');
  await rename('organization', 'admin/globex', 'globe');
  await rename('organization', 'admin/globe', 'globus');
  expect(await world.troubles('--keep', file)).toEqual([]);
  await world.seal();
  expect(await world.troubles('--keep', file)).toEqual([]);
  await world.app
    .db('records')
    .where({ owner: 'globus', object: 'organization admin/globe' })
    .update({ changes: '[]' });
  expect(await world.troubles()).toContain('record-changed');
});

test('verify-records accepts that retention deleted old months, and no other records', async () => {
  const { db } = world.app;
  const january = { owner: 'old', organization: 'old', createdTime: '2023-01-20T10:00:00.000Z' };
  await world.write('gone-one', january);
  await world.write('gone-two', january);
  await world.seal();
  world.clock.time = Date.now();
  await world.write('kept', { owner: 'old', organization: 'old' });
  await world.seal();
  await maintainPartitions(db, [tableOf(record as never)], { now: new Date(world.clock.time), keepMonths: 24 });
  expect(await world.at('gone-one')).toEqual([]);
  expect(await world.troubles('--organization', 'old')).toEqual([]);
  await world.at('kept').delete();
  expect(await world.troubles('--organization', 'old')).toEqual(['record-removed']);
});
