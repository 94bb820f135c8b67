import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { type Statement, WatchedPostgres } from './watched-postgres.ts';

/** Options of a statement without a name. Postgres plans it each time, because the best plan depends on its values. */
export const unnamedStatement = { name: '' } as const;

/** The number of times a text must occur before it gets a name. Filters produce many texts that never return. */
const usesBeforeName = 3;
const mostTexts = 2_000;
/** Each connection's process in Postgres keeps a plan for each name. */
const mostNames = 250;

/** A list of all columns. A product, a text with a star and `count(*)` are none. */
const allColumns = /(?<!\()\*\s*(?:$|[,);]|from\b)/i;

interface PostgresError {
  code?: string;
  routine?: string;
}

/** A name is missing, or exists already: a pooler between us and Postgres switches connections. */
const isMisplaced = ({ code = '' }: PostgresError) => ['26000', '42P05'].includes(code);
/** The result has other columns than at the time of preparation. */
const isChanged = ({ code, routine }: PostgresError) => code === '0A000' && routine === 'RevalidateCachedQuery';

/**
 * Names of statements. They are digests of the text, so one name never means two statements, even on a shared
 * connection.
 */
function createNames() {
  let texts = new Map<string, { times: number; name: string }>();
  let given = new WeakMap<object, Set<string>>();
  let age = 0;
  const digest = (sql: string) => createHash('sha256').update(`${age} ${sql}`).digest('base64url');

  return {
    /** The name of a statement on this connection. Empty if the text has none. */
    of(connection: object, sql: string): string {
      if (texts.size >= mostTexts) texts = new Map();
      const text = texts.get(sql) ?? { times: 0, name: '' };
      texts.set(sql, text);
      if (++text.times < usesBeforeName) return '';
      text.name ||= digest(sql);
      const names = given.get(connection) ?? new Set();
      given.set(connection, names);
      if (names.size < mostNames) names.add(text.name);
      return names.has(text.name) ? text.name : '';
    },
    /** Prepares everything again under new names. */
    renew() {
      age++;
      texts = new Map();
      given = new WeakMap();
    },
  };
}

/**
 * Gives frequent statements a name. Postgres parses and plans a statement without a name at every call. For a
 * join, this takes longer than finding its rows.
 */
export function preparingDialect(): typeof Knex.Client {
  const names = createNames();
  /** Caches the conversion of `?` to `$1`, which reads each character of a text. */
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
      // During a rollout, the new release adds columns to a table while the previous one reads all columns.
      const mayChange = this.transacting && allColumns.test(sql);
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
