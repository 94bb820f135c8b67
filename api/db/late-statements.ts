import type { Knex } from 'knex';
// @ts-expect-error: the library has no types for its inside
import PgTransaction from 'knex/lib/dialects/postgres/execution/pg-transaction.js';

/** A statement for things that a transaction gathers. */
export interface LateStatement<T> {
  statement: (things: readonly T[]) => { text: string; values: readonly unknown[] };
  /** Hears the rows of the answer, after the commit. */
  answered: (sql: Knex, rows: readonly object[]) => void;
}

interface Gathered {
  late: LateStatement<unknown>;
  things: unknown[];
}

/** What each open transaction has gathered, by its client. */
const gathered = new WeakMap<object, Gathered>();

/**
 * Gathers a thing for the last statement of a transaction. That statement shares its round trip with the commit, so it
 * costs less than one in between, and it writes all things at once. If it fails, the transaction is rolled back.
 */
export function beforeCommit<T>(sql: Knex.Transaction, late: LateStatement<T>, thing: T): void {
  if (sql.isCompleted()) throw new Error('The transaction is over, so nothing can be added to it');
  const known = gathered.get(sql.client) ?? { late: late as LateStatement<unknown>, things: [] };
  if (known.late !== late) throw new Error('A transaction has one last statement');
  gathered.set(sql.client, known);
  known.things.push(thing);
}

interface Base {
  trxClient: object & {
    query(connection: object, statement: object): Promise<{ response: { rows: object[] } }>;
  };
  transactor: Knex.Transaction;
  outerTx: Base | null;
  _completed: boolean;
  _resolver(value: unknown): void;
  commit(connection: object, value: unknown): Promise<unknown>;
  release(connection: object, value: unknown): Promise<unknown>;
}

const Base = PgTransaction as new (...settings: unknown[]) => Base;

/** A transaction whose commit goes out with the statement for what it gathered. */
export class LateTransaction extends Base {
  override async commit(connection: object, value: unknown): Promise<unknown> {
    const last = gathered.get(this.trxClient);
    if (!last) return super.commit(connection, value);
    const { text, values } = last.late.statement(last.things);
    // After an error, the caller rolls back.
    const { response } = await this.trxClient.query(connection, { sql: text, bindings: values, commits: true });
    this._completed = true;
    last.late.answered(this.transactor, response.rows);
    this._resolver(value);
    return undefined;
  }

  /** The outer transaction sends what a nested one gathered. */
  override release(connection: object, value: unknown): Promise<unknown> {
    const { late, things } = gathered.get(this.trxClient) ?? {};
    for (const thing of things ?? []) beforeCommit((this.outerTx as Base).transactor, late as never, thing);
    return super.release(connection, value);
  }
}
