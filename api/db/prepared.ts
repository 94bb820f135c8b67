import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { type Statement, WatchedPostgres } from './dialect.ts';

/** Options of a statement that gets no name: how its rows are best found depends on what is looked for. */
export const planned = { name: '' } as const;

/** A text must come so often before it is worth keeping: what people filter by makes many that never return. */
const usual = 3;
const mostTexts = 2_000;
/** Each connection's process in Postgres keeps a plan for each name. */
const mostNames = 250;

interface PostgresError {
  code?: string;
  routine?: string;
}

/** A name is not there, or there already: somebody between us and Postgres changes connections below ours. */
const isMisplaced = ({ code = '' }: PostgresError) => ['26000', '42P05'].includes(code);
/** What the statement answers has another shape than when it was prepared. */
const isChanged = ({ code, routine }: PostgresError) => code === '0A000' && routine === 'RevalidateCachedQuery';

/** Names of statements, digests of their text: one name never means two, whoever shares a connection. */
function createNames() {
  let texts = new Map<string, { times: number; name: string }>();
  let given = new WeakMap<object, Set<string>>();
  let age = 0;
  const digest = (sql: string) => createHash('sha256').update(`${age} ${sql}`).digest('base64url');

  return {
    /** The name on this connection; empty for a text that has none. */
    of(connection: object, sql: string): string {
      if (texts.size >= mostTexts) texts = new Map();
      const text = texts.get(sql) ?? { times: 0, name: '' };
      texts.set(sql, text);
      if (++text.times < usual) return '';
      text.name ||= digest(sql);
      const names = given.get(connection) ?? new Set();
      given.set(connection, names);
      if (names.size < mostNames) names.add(text.name);
      return names.has(text.name) ? text.name : '';
    },
    /** Everything is prepared anew, by other names. */
    renew() {
      age++;
      texts = new Map();
      given = new WeakMap();
    },
  };
}

/**
 * Postgres parses and plans a statement that has no name each time it comes, which for a join takes longer than finding
 * its rows. So those that come again and again get one.
 */
export function preparingDialect(): typeof Knex.Client {
  const names = createNames();
  /** Texts with `?` to those with `$1`, which takes a look at each of their letters. */
  const positioned = new Map<string, string>();
  let isOff = false;

  class Preparing extends WatchedPostgres {
    override positionBindings(sql: string): string {
      if (positioned.size >= mostTexts) positioned.clear();
      const known = positioned.get(sql) ?? super.positionBindings(sql);
      positioned.set(sql, known);
      return known;
    }

    nameOf(connection: object, { sql, bindings, options }: Statement): string {
      // A release that is rolled out adds columns to a table while the one before still reads all it has.
      const mayChange = this.transacting && sql.includes('*');
      if (isOff || mayChange || !bindings?.length) return '';
      return options?.name ?? names.of(connection, sql);
    }

    override async _query(connection: object, statement: Statement): Promise<Statement> {
      const name = this.nameOf(connection, statement);
      if (!name) return super._query(connection, statement);
      try {
        return await super._query(connection, { ...statement, options: { name } });
      } catch (error) {
        isOff ||= isMisplaced(error as PostgresError);
        if (!isOff && !isChanged(error as PostgresError)) throw error;
        names.renew();
        if (this.transacting) throw error;
        return super._query(connection, statement);
      }
    }
  }
  return Preparing as unknown as typeof Knex.Client;
}
