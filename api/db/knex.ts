import knex, { type Knex } from 'knex';
import pg from 'pg';
import { WatchedPostgres } from './dialect.ts';
import { preparingDialect } from './prepared.ts';

export type Db = Knex;
/** A transaction, or the database itself where one statement is enough. */
export type Sql = Knex | Knex.Transaction;

// Counts come as bigint; ours stay far below the point where a number loses digits.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A machine that has gone without a word is noticed on idle connections too, within half a minute. */
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

interface Options {
  pool?: number;
  /** Not through a pooler that gives each transaction another connection, unless it knows statements by their names. */
  prepares?: boolean;
}

export function connect(url: string, { pool = 10, prepares = true }: Options = {}): Db {
  return knex({
    client: prepares ? preparingDialect() : (WatchedPostgres as unknown as typeof Knex.Client),
    connection: { connectionString: url, application_name: 'doorwright', connectionTimeoutMillis: 5_000, ...keptAlive },
    pool: { min: 0, max: pool, idleTimeoutMillis: 30_000 },
    acquireConnectionTimeout: 10_000,
    // The message of a failed statement is logged; with the values in it, it would tell passwords and contacts.
    compileSqlOnError: false,
    // What it warns of it also throws, and whoever catches that says it once.
    log: { warn: () => {} },
  });
}
