import type { Knex } from 'knex';
// @ts-expect-error: the library has no types for its inside
import Dialect from 'knex/lib/dialects/postgres/index.js';
import { isReadOnly, noteTrouble } from './trouble.ts';
import { type Connection, createWatch } from './watch.ts';

export interface Statement {
  sql: string;
  bindings?: readonly unknown[];
  options?: { name?: string };
}

interface PostgresClient {
  /** In a transaction nothing can be tried again: the first error ends it. */
  transacting?: boolean;
  driver: { Client: new (settings: object) => never };
  connectionSettings: object;
  acquireConnection(): Promise<object>;
  acquireRawConnection(): Promise<Connection>;
  positionBindings(sql: string): string;
  _query(connection: object, statement: Statement): Promise<Statement>;
}

const Postgres = Dialect as new (config: Knex.Config) => Knex.Client & PostgresClient;

/** So many may wait for a connection: whoever comes then is told at once what the others will hear after ten seconds. */
const mostWaiting = 1_000;
const probeMs = 3_000;

/** Postgres as the query builder speaks to it, that knows when it cannot be used. */
export class WatchedPostgres extends Postgres {
  readonly #watch = createWatch(
    () =>
      new this.driver.Client({
        ...this.connectionSettings,
        connectionTimeoutMillis: probeMs,
        query_timeout: probeMs,
      }),
  );

  override async acquireConnection(): Promise<object> {
    const { pool } = this as { pool?: { numPendingAcquires(): number } };
    if ((pool?.numPendingAcquires() ?? 0) >= mostWaiting)
      throw noteTrouble(new Error('Too many wait for a connection to the database'), 'busy');
    try {
      return await super.acquireConnection();
    } catch (error) {
      const isFull = (error as Error).name === 'KnexTimeoutError';
      throw noteTrouble(error, isFull ? (this.#watch.isSilent() ? 'away' : 'busy') : undefined);
    }
  }

  override async acquireRawConnection(): Promise<Connection> {
    const connection = await super.acquireRawConnection();
    this.#watch.add(connection);
    return connection;
  }

  override async _query(connection: object, statement: Statement): Promise<Statement> {
    try {
      return await super._query(connection, statement);
    } catch (error) {
      if (isReadOnly(error as Error)) Object.assign(connection, { __knex__disposed: error });
      throw noteTrouble(error);
    }
  }
}
