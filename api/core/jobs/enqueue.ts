import { createHash, randomInt } from 'node:crypto';
import type { Knex } from 'knex';
import type { Sql } from '../../db/knex.ts';
import type { SqlPart } from '../../db/sql-parts.ts';
import type { JobDefinition } from './kind.ts';
import { keptWaitingMs, linesOf, policyOf } from './policy.ts';

type Wake = (kind: string) => void;
const rowsPerStatement = 1_000;
const wakers = new WeakMap<object, Wake>();

// Transactions share this object with their database.
const databaseOf = (sql: Sql): object => sql.client.config;

/** Registers a function that wakes a worker of this process when there are new jobs. */
export const onNewJobs = (sql: Sql, wake: Wake): void => void wakers.set(databaseOf(sql), wake);

/** The same words give the same id, in the form of a UUID (version 8 of RFC 9562). */
export function idOf(...words: string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(words)).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

const waitingUntil = (time: Date) => ({
  start_after: time,
  keep_until: new Date(time.getTime() + keptWaitingMs),
});

/** The columns of a job that follow from its kind. */
export function columnsOf(kind: JobDefinition<never>) {
  const policy = policyOf(kind);
  return {
    name: kind.name,
    retry_limit: policy.retryLimit,
    retry_delay: policy.retryDelay,
    retry_backoff: policy.retryBackoff,
    retry_delay_max: policy.retryDelayMax,
    expire_seconds: policy.expireInSeconds,
    heartbeat_seconds: policy.heartbeatSeconds,
    deletion_seconds: policy.deleteAfterSeconds,
    dead_letter: policy.deadLetter,
  };
}

/** Wakes a worker of this process after the commit. */
function announce(sql: Sql, name: string): void {
  const done = sql.isTransaction ? (sql as Knex.Transaction).executionPromise : Promise.resolve();
  done.then(
    () => wakers.get(databaseOf(sql))?.(name),
    () => undefined,
  );
}

/** Announces jobs that a part of a statement added. */
export const announceJobs = (sql: Sql, { name }: Pick<JobDefinition<never>, 'name'>, jobs: number): void =>
  jobs > 0 ? announce(sql, name) : undefined;

/**
 * A job for each row of another part of a statement. `payload` and `group` are SQL over the columns of that part.
 */
export function jobsPart<Payload>(
  kind: JobDefinition<Payload>,
  from: string,
  { payload, group }: { payload: string; group: string },
): SqlPart {
  const columns = columnsOf(kind);
  return {
    text: `INSERT INTO jobs.job (${[...Object.keys(columns), 'data', 'group_id']})
      SELECT ${Object.keys(columns).map(() => '?')}, ${payload}, ${group} FROM ${from}`,
    values: Object.values(columns),
  };
}

/**
 * Adds a job in the transaction that it belongs to, so both happen or neither. A payload names objects and
 * contains no secret. This process starts the job at once, or after `notBefore`. If this process ends, another one
 * takes the job over.
 */
export async function enqueue<Payload>(sql: Sql, kind: JobDefinition<Payload>, ...payloads: Payload[]): Promise<void> {
  if (payloads.length === 0) return;
  const { name, keyOf, groupOf, notBefore } = kind;
  const rows = payloads.map((payload) => ({
    ...(keyOf && { id: idOf(name, keyOf(payload)) }),
    ...(groupOf && { group_id: `${groupOf(payload)} ${randomInt(linesOf(kind))}` }),
    ...(notBefore && waitingUntil(notBefore(payload))),
    ...columnsOf(kind),
    data: JSON.stringify(payload),
  }));
  // A statement takes at most 65,535 values.
  for (let i = 0; i < rows.length; i += rowsPerStatement) {
    const some = rows.slice(i, i + rowsPerStatement);
    await sql.withSchema('jobs').table('job').insert(some).onConflict(['name', 'id']).ignore();
  }
  announce(sql, name);
}
