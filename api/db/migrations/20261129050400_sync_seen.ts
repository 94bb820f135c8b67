import type { Knex } from 'knex';

// Which people a run has read, so that it finds those who are missing. It is not logged: after a crash of the database a run reads again.
export const up = (db: Knex) =>
  db.raw(`
  CREATE UNLOGGED TABLE sync_seen (
    run text NOT NULL,
    key text NOT NULL,
    PRIMARY KEY (run, key)
  )
`);

export const down = (db: Knex) => db.raw('DROP TABLE sync_seen');
