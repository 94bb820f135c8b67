import type { Knex } from 'knex';

// By hand. What belonged to no organization was recorded under an empty name, which only global administrators could read.
export const up = (db: Knex) =>
  db.raw(`
  UPDATE "records" SET "owner" = CASE WHEN "organization" = '' THEN 'built-in' ELSE "organization" END WHERE "owner" = '';
`);

/** Nothing tells any more which rows these were. */
export const down = () => Promise.resolve();
