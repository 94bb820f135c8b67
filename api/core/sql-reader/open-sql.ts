import type { Egress, EgressOwner } from '../egress/gate.ts';
import { Refusal } from '../errors.ts';
import { startThreadWithCalls } from '../work/thread-with-calls.ts';
import { withTimeout } from '../work/with-timeout.ts';
import type { Call, Calls } from './calls.ts';
import type { Place, Value } from './connector.ts';
import { type SqlProblem, SqlReadError, type SqlSource } from './source.ts';
import { sqliteFile } from './sqlite-file.ts';
import type { PageQuery } from './statements.ts';

const memory = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };

export interface SqlAccess {
  egress: Egress;
  owner: EgressOwner;
  /** The folder with files of sqlite3. Undefined if the installation has none. */
  sqliteFolder?: string | undefined;
  /** The connection changes rows. */
  writes?: boolean;
  limits: {
    /** For one answer. */
    bytes: number;
    /** For one statement in the database. */
    statementMs: number;
    /** For one answer, with the connection before the first one. */
    withinMs: number;
  };
  signal?: AbortSignal | undefined;
}

type Asked<Name extends keyof Calls> = Calls[Name]['asked'];
type Answer<Name extends keyof Calls> = Promise<Calls[Name]['answer']>;

/** An open connection to a database of another system. It reads and writes rows, and knows no SQL of its callers. */
export interface SqlSession {
  describe(asked: Asked<'describe'>): Answer<'describe'>;
  count(asked: Asked<'count'>): Answer<'count'>;
  rows(asked: Asked<'rows'>): Answer<'rows'>;
  /** The rows after a key, page by page. Each page is read when somebody asks for it. */
  pages(query: PageQuery): AsyncGenerator<Value[][]>;
  /** Returns the number of rows with the key. */
  update(asked: Asked<'update'>): Answer<'update'>;
  insert(asked: Asked<'insert'>): Answer<'insert'>;
  close(): Promise<void>;
}

/**
 * Opens a connection in a thread of its own. Its calls fail with a `SqlReadError`, or with the refusal of the egress
 * gate. After a failure, the session is of no use.
 */
export async function openSql(source: SqlSource, access: SqlAccess): Promise<SqlSession> {
  const { egress, owner, limits, writes = false, signal } = access;
  const startedAt = performance.now();
  let isConnected = false;
  const remainingMs = () =>
    isConnected ? limits.withinMs : Math.max(1, Math.ceil(startedAt + limits.withinMs - performance.now()));
  const failed = (error: unknown) =>
    error instanceof Refusal || error instanceof SqlReadError ? error : new SqlReadError('unreachable', error);
  const isFile = source.dialect === 'sqlite3';
  const database = isFile ? await sqliteFile(source.database, owner, access.sqliteFolder) : source.database;
  const resolved = isFile ? Promise.resolve([]) : egress.for(owner).addressesOf(source.host);
  const addresses = await withTimeout(resolved, limits.withinMs).catch((error) => Promise.reject(failed(error)));
  const place: Place = { source: { ...source, database }, addresses, writes, statementMs: limits.statementMs };
  const thread = startThreadWithCalls(new URL('./worker.ts', import.meta.url), place, memory);
  const stop = () => void thread.stop().catch(() => undefined);
  signal?.addEventListener('abort', stop, { once: true });

  async function ask<Name extends keyof Calls>(name: Name, asked: Asked<Name>): Answer<Name> {
    signal?.throwIfAborted();
    const call = { name, ...asked } as unknown as Call;
    const { result, problem } = await thread
      .call<{ result: Calls[Name]['answer']; problem?: SqlProblem }>({ call, bytes: limits.bytes }, remainingMs())
      .catch((error) => Promise.reject(failed(error)));
    if (problem) throw new SqlReadError(problem);
    isConnected = true;
    return result;
  }

  return {
    describe: (asked) => ask('describe', asked),
    count: (asked) => ask('count', asked),
    rows: (asked) => ask('rows', asked),
    update: (asked) => ask('update', asked),
    insert: (asked) => ask('insert', asked),
    async *pages(query) {
      let after = query.after;
      for (;;) {
        const page = await ask('page', { ...query, ...(after !== undefined && { after }) });
        if (page.length > 0) yield page;
        const last = page.at(-1)?.[0];
        if (page.length < query.rows || query.keys || !last) return;
        // A server that repeats a row would be read for ever.
        if (last === after) throw new SqlReadError('unreachable');
        after = last;
      }
    },
    async close() {
      signal?.removeEventListener('abort', stop);
      await thread.stop();
    },
  };
}
