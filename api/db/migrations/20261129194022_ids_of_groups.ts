import type { Knex } from 'knex';

// Groups get an ID. Servers of the release before insert rows without one while both run, so the database makes it.
export const up = (db: Knex) =>
  db.raw(`
  UPDATE groups SET id = gen_random_uuid()::text WHERE id = '';
  ALTER TABLE groups ALTER COLUMN id SET DEFAULT gen_random_uuid()::text;
`);

export const down = (db: Knex) => db.raw(`ALTER TABLE groups ALTER COLUMN id SET DEFAULT ''`);
