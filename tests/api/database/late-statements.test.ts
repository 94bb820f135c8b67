import { connect, type Db, type Sql } from '@doorwright/api/db/knex.ts';
import { beforeCommit, type LateStatement } from '@doorwright/api/db/late-statements.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase } from '../../harness/database/database.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let db: Db;
let answers: object[][] = [];

/** Postgres refuses a note twice. */
const notes: LateStatement<string> = {
  statement: (all) => ({
    text: 'INSERT INTO notes (text) SELECT unnest(CAST(? AS text[])) RETURNING text',
    values: [all],
  }),
  answered: (_sql, rows) => void answers.push([...rows]),
};

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const note = (sql: Sql, text: string) => beforeCommit(sql as Parameters<typeof beforeCommit>[0], notes, text);
const changed = (sql: Sql, text: string) => sql('changes_of_notes').insert({ text });
const kept = async () => ({
  changes: await db('changes_of_notes').pluck('text').orderBy('text'),
  notes: await db('notes').pluck('text').orderBy('text'),
});

describe.each([{ prepares: true }, { prepares: false }])('with %o', ({ prepares }) => {
  beforeEach(async () => {
    // One connection, so that each test finds it as the last one left it.
    db = connect(database.url, { pool: 1, prepares });
    await db.raw('CREATE TABLE notes (text text PRIMARY KEY); CREATE TABLE changes_of_notes (text text)');
    answers = [];
    return async () => {
      await db.raw('DROP TABLE notes, changes_of_notes');
      await db.destroy();
    };
  });

  test('a transaction writes what it gathered by one statement, with its commit', async () => {
    const asked: string[] = [];
    db.on('query', ({ sql }) => void asked.push(sql));
    for (let round = 0; round < 5; round++)
      expect(
        await db.transaction(async (sql) => {
          note(sql, `one ${round}`);
          await changed(sql, `change ${round}`);
          note(sql, `two ${round}`);
          expect(await sql('notes').where('text', 'like', `% ${round}`)).toEqual([]);
          return 'answer';
        }),
      ).toBe('answer');
    expect(asked.filter((sql) => sql.startsWith('INSERT INTO notes'))).toHaveLength(5);
    expect(asked.filter((sql) => sql.startsWith('COMMIT'))).toEqual([]);
    expect(answers).toHaveLength(5);
    expect(answers[4]).toEqual([{ text: 'one 4' }, { text: 'two 4' }]);
    expect((await kept()).notes).toHaveLength(10);
    expect((await kept()).changes).toHaveLength(5);
  });

  test('a transaction whose last statement fails changes nothing, and its connection works on', async () => {
    for (let round = 0; round < 5; round++) {
      const refused = db.transaction(async (sql) => {
        await changed(sql, 'never');
        note(sql, 'twice');
        note(sql, 'twice');
      });
      await expect(refused).rejects.toMatchObject({ code: '23505' });
    }
    expect(await kept()).toEqual({ changes: [], notes: [] });
    expect(answers).toEqual([]);
  });

  test('a transaction whose commit fails keeps nothing that it gathered', async () => {
    await db.raw('ALTER TABLE changes_of_notes ADD UNIQUE (text) DEFERRABLE INITIALLY DEFERRED');
    const refused = db.transaction(async (sql) => {
      await changed(sql, 'twice');
      await changed(sql, 'twice');
      note(sql, 'never');
    });
    await expect(refused).rejects.toMatchObject({ code: '23505' });
    expect(await kept()).toEqual({ changes: [], notes: [] });
    expect(answers).toEqual([]);
  });

  test('a transaction that is rolled back writes nothing that it gathered', async () => {
    const refused = db.transaction(async (sql) => {
      note(sql, 'never');
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    await db.transaction((sql) => changed(sql, 'later'));
    expect(await kept()).toEqual({ changes: ['later'], notes: [] });
  });

  test('a nested transaction adds to the outer one, unless it is rolled back', async () => {
    await db.transaction(async (sql) => {
      note(sql, 'outer');
      await sql.transaction(async (inner) => note(inner, 'inner'));
      await expect(
        sql.transaction(async (inner) => {
          note(inner, 'never');
          throw new Error('refused');
        }),
      ).rejects.toThrow('refused');
    });
    expect(await kept()).toEqual({ changes: [], notes: ['inner', 'outer'] });
    expect(answers).toHaveLength(1);
  });

  test('nothing can be added to a transaction that is over', async () => {
    let over: Sql | undefined;
    await db.transaction(async (sql) => {
      over = sql;
      note(sql, 'in time');
    });
    expect(() => note(over as Sql, 'late')).toThrow('is over');
  });
});
