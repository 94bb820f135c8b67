import knex, { type Knex } from 'knex';
import pg from 'pg';
import { preparingDialect } from './prepared-statements.ts';
import { WatchedPostgres } from './watched-postgres.ts';

export type Db = Knex;
/** A transaction, or the database itself if one statement is enough. */
export type Sql = Knex | Knex.Transaction;

// Counts come as bigint. Ours stay far below the limit of exact numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Detects a silent end of the other machine on idle connections too, within half a minute. */
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

interface Options {
  pool?: number;
  /** Off behind a pooler that gives each transaction another connection and does not support prepared statements. */
  prepares?: boolean;
}

export function connect(url: string, { pool = 10, prepares = true }: Options = {}): Db {
  return knex({
    client: prepares ? preparingDialect() : (WatchedPostgres as unknown as typeof Knex.Client),
    connection: { connectionString: url, application_name: 'doorwright', connectionTimeoutMillis: 5_000, ...keptAlive },
    pool: { min: 0, max: pool, idleTimeoutMillis: 30_000 },
    acquireConnectionTimeout: 10_000,
    // Logs contain the message of a failed statement. With its values, they would contain passwords and contacts.
    compileSqlOnError: false,
    // Knex also throws what it warns about, and the code that catches it logs it.
    log: { warn: () => {} },
  });
}
