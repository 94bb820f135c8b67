import type { Knex } from 'knex';
// @ts-expect-error: the library has no types for its inside
import Dialect from 'knex/lib/dialects/postgres/index.js';
import type pg from 'pg';
import { type Connection, createConnectionWatch } from './connection-watch.ts';
import { isReadOnly, markDatabaseFailure } from './database-failure.ts';

export interface Statement {
  sql: string;
  bindings?: readonly unknown[];
  options?: { name?: string };
  response?: pg.QueryResult;
}

interface PostgresClient {
  /** A transaction cannot retry: its first error ends it. */
  transacting?: boolean;
  driver: { Client: new (settings: object) => never };
  connectionSettings: object;
  acquireConnection(): Promise<object>;
  acquireRawConnection(): Promise<Connection>;
  positionBindings(sql: string): string;
  _query(connection: object, statement: Statement): Promise<Statement>;
}

const Postgres = Dialect as new (config: Knex.Config) => Knex.Client & PostgresClient;

/** The longest queue for a connection. A later caller gets an error at once instead of after ten seconds. */
const mostWaiting = 1_000;
const probeMs = 3_000;

/** The Postgres dialect of knex, which notices when the database is unusable. */
export class WatchedPostgres extends Postgres {
  readonly #watch = createConnectionWatch(
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
      throw markDatabaseFailure(new Error('Too many requests wait for a connection to the database'), 'busy');
    try {
      return await super.acquireConnection();
    } catch (error) {
      const isFull = (error as Error).name === 'KnexTimeoutError';
      throw markDatabaseFailure(error, isFull ? (this.#watch.isSilent() ? 'away' : 'busy') : undefined);
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
      throw markDatabaseFailure(error);
    }
  }
}
