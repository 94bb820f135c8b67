import { readFileSync } from 'node:fs';
import type { Knex } from 'knex';

// The tables of the library that keeps the jobs; api/background/README.md tells how the next version of them gets here.
const tables = new URL('./20261121111500_jobs.sql', import.meta.url);

export const up = (db: Knex) => db.raw(readFileSync(tables, 'utf8'));

export const down = (db: Knex) => db.raw('DROP SCHEMA jobs CASCADE');
