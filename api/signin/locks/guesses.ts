import { hash } from 'node:crypto';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { type GuessedSecret, guessCount } from '@doorwright/crds/kinds/guess-count.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Knex } from 'knex';
import { cacheReads } from '../../core/cache/cached-reads.ts';
import { announceWhenCommitted } from '../../core/cache/changes.ts';
import { Refusal } from '../../core/errors.ts';
import type { Db, Sql } from '../../db/knex.ts';
import { run, runParts, type SqlPart } from '../../db/sql-parts.ts';
import { networkOf } from '../../http/client-address.ts';

const table = tableName(guessCount);
/** The kind that replicas invalidate when a lock begins, or a guess is announced. */
const lockKind = guessCount.name;
const minutesOfDay = 24 * 60;

/** Times in minutes. */
export interface Pace {
  /** The time in which the allowed guesses count. */
  window: number;
  /** The length of the first lock. Each further lock is twice as long as the last. */
  firstLock: number;
  longestLock: number;
  /** The time without a wrong guess after which locks are short again. */
  quiet: number;
}

const usual: Pace = { window: 15, firstLock: 1, longestLock: 15, quiet: minutesOfDay };
/** The longest time for which a counter remembers its locks. */
const longestQuiet = 30 * minutesOfDay;
/** For secrets with few values: locks grow to a day, and the counter remembers them for a month. */
export const slow: Pace = { window: minutesOfDay, firstLock: 1, longestLock: minutesOfDay, quiet: longestQuiet };

/** A counter of wrong guesses and its limit. */
export interface Counter {
  name: string;
  limit: number;
  pace: Pace;
  /** The user whom a lock keeps out, as owner/name, and what they may not try then. Administrators see and end locks by it. */
  account?: string;
  secret?: GuessedSecret;
}

// A digest bounds the length of texts that strangers choose.
export const counter = (limit: number, ...about: string[]): Counter => ({
  name: hash('sha256', JSON.stringify(about), 'base64url'),
  limit,
  pace: usual,
});

export const paced = (pace: Pace, each: Counter): Counter => ({ ...each, pace });

export const accountCounter = (owner: string, name: string) => counter(5, 'account', owner, name);
/** A browser that the user has used before has its own counter, so strangers cannot use up its guesses (S24). */
export const deviceCounter = (owner: string, name: string, device: string) => counter(5, 'device', owner, name, device);

/** A user of the database. */
export type LockedOut = Pick<User, 'owner' | 'name'>;

/**
 * A counter of wrong guesses at a user who exists. A text that nobody is called counts all the same (S25), and stays a digest, because it
 * may be a password.
 */
export const lockingOut = (user: LockedOut | undefined, secret: GuessedSecret, each: Counter): Counter =>
  user ? { ...each, account: `${user.owner}/${user.name}`, secret } : each;

/**
 * Counts by network address. An owner of an IPv6 network can choose among many addresses, so its /64 counts as one.
 */
export const counterFrom = (limit: number, about: string, address: string) => counter(limit, about, networkOf(address));
export const addressCounter = (address: string) => counterFrom(50, 'address', address);

const named = (counters: readonly Counter[]) => counters.map((each) => each.name);

/** The wrong guesses of a counter that count now. */
export type SoFar = (counter: Counter) => number;

/**
 * Refuses every guess, right or wrong, while one of the counters is locked (S23). It runs before the comparison,
 * and again before a right guess is confirmed, because other guesses may have come between. It returns what the
 * same statement read of the counters.
 */
export async function refuseLocked(sql: Sql, counters: readonly Counter[], now: Date): Promise<SoFar> {
  const text = `SELECT name, locked_until_time AS until, CASE WHEN window_end_time > ? THEN remaining END AS remaining
    FROM ${table} WHERE owner = 'admin' AND name = ANY(?)`;
  const values = [now, named(counters)];
  const rows = await run<{ name: string; until: Date | null; remaining: number | null }>(sql, { text, values });
  for (const { until } of rows) refuseUntil(until, now);
  return ({ name, limit }) => limit - (rows.find((row) => row.name === name)?.remaining ?? limit);
}

/** The end of the last lock of these counters. */
async function lockEnd(sql: Sql, names: readonly string[]): Promise<Date | null> {
  const text = `SELECT max(locked_until_time) AS until FROM ${table} WHERE owner = 'admin' AND name = ANY(?)`;
  const [row] = await run<{ until: Date | null }>(sql, { text, values: [names] });
  return row?.until ?? null;
}

/** Says the same without a refusal, for silent locks. */
export async function isAnyLocked(sql: Sql, counters: readonly Counter[], now: Date): Promise<boolean> {
  if (counters.length === 0) return false;
  const end = await lockEnd(sql, named(counters));
  return end !== null && end > now;
}

/** Forgets the guesses of a counter that locks nobody. */
export async function forget(sql: Sql, { name }: Counter): Promise<void> {
  await sql(table).where({ owner: 'admin', name }).delete();
}

function refuseUntil(end: Date | null, now: Date): void {
  const left = (end?.getTime() ?? 0) - now.getTime();
  if (left > 0) throw locked(Math.ceil(left / 1000));
}

/**
 * The same from a cache, for callers that prove themselves often and are rarely wrong. `announceGuess` and a new lock
 * invalidate the cache of every replica. If a guess counts now, the database is asked.
 */
export function createLockMemory(db: Db): (counters: readonly Counter[], now: Date) => Promise<void> {
  const text = `SELECT max(greatest(window_end_time, locked_until_time)) AS counts_until FROM ${table}
    WHERE owner = 'admin' AND name = ANY(?)`;
  const known = cacheReads(db, [lockKind], async (names) => {
    const [row] = await run<{ counts_until: Date | null }>(db, { text, values: [names.split(' ')] });
    return { countsUntil: row?.counts_until ?? null };
  });
  return async (counters, now) => {
    const { countsUntil = null } = (await known(named(counters).join(' '))) ?? {};
    if (countsUntil && countsUntil > now) await refuseLocked(db, counters, now);
  };
}

/** Tells every replica that a guess was counted. */
export const announceGuess = (sql: Sql): void => announceWhenCommitted(sql, lockKind);

/** From this length on, the answer counts in minutes. */
const longSeconds = 120;
const timeOf = (seconds: number) =>
  seconds < longSeconds ? { count: seconds } : { count: Math.ceil(seconds / 60), context: 'minutes' };

const locked = (seconds: number) =>
  new Refusal('locked', timeOf(seconds), { retryAfterSeconds: seconds, data: { retryAfterSeconds: seconds } });

/**
 * Counts a wrong guess. If no guess was left, the answer does not say that it was wrong. So simultaneous guesses reveal no more
 * than guesses one by one, and simultaneous right sign-ins never use up each other's guesses. The last guess begins a lock,
 * usually of 1, 2, 4, 8 and then 15 minutes.
 */
export async function countWrong(sql: Sql, counters: readonly Counter[], now: Date): Promise<void> {
  const distinct = [...new Map(counters.map((each) => [each.name, each])).values()];
  // The order is always the same, so that two requests never wait for each other.
  const sorted = distinct.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const { rows } = await sql.raw(
    `WITH wanted AS (
       SELECT * FROM unnest(CAST(:names AS text[]), CAST(:limits AS integer[]), CAST(:windows AS integer[]),
         CAST(:firstLocks AS integer[]), CAST(:longestLocks AS integer[]), CAST(:quiets AS integer[]),
         CAST(:accounts AS text[]), CAST(:secrets AS text[]))
         AS wanted(name, "limit", "window", first_lock, longest_lock, quiet, account, secret))
     INSERT INTO ${table} AS old (owner, name, created_time, remaining, window_end_time, account, secret)
     SELECT 'admin', name, CAST(:now AS timestamptz), "limit" - 1, CAST(:now AS timestamptz) + "window" * interval '1 minute',
            account, secret
       FROM wanted
      WHERE NOT EXISTS (SELECT FROM ${table} WHERE owner = 'admin' AND name = ANY(:names) AND locked_until_time > :now)
     ON CONFLICT (owner, name) DO UPDATE SET
       account = EXCLUDED.account,
       secret = EXCLUDED.secret,
       remaining = CASE WHEN old.window_end_time <= :now OR old.remaining = 0 THEN EXCLUDED.remaining
         ELSE old.remaining - 1 END,
       window_end_time = CASE WHEN old.window_end_time <= :now OR old.remaining = 0 THEN EXCLUDED.window_end_time
         ELSE old.window_end_time END,
       locked_until_time = CASE WHEN old.window_end_time > :now AND old.remaining = 1
         THEN CAST(:now AS timestamptz) + interval '1 minute' * (SELECT least(longest_lock, first_lock * power(2, old.locks))
           FROM wanted WHERE wanted.name = old.name) END,
       locks = CASE WHEN old.window_end_time > :now AND old.remaining = 1 THEN least(old.locks + 1, 12)
         WHEN old.window_end_time + (SELECT quiet FROM wanted WHERE wanted.name = old.name) * interval '1 minute' <= :now
           THEN 0 ELSE old.locks END
     WHERE old.locked_until_time IS NULL OR old.locked_until_time <= :now
     RETURNING locked_until_time AS until`,
    {
      names: named(sorted),
      limits: sorted.map((each) => each.limit),
      windows: sorted.map(({ pace }) => pace.window),
      firstLocks: sorted.map(({ pace }) => pace.firstLock),
      longestLocks: sorted.map(({ pace }) => pace.longestLock),
      quiets: sorted.map(({ pace }) => pace.quiet),
      accounts: sorted.map(({ account = '' }) => account),
      secrets: sorted.map(({ secret = '' }) => secret),
      now,
    },
  );
  if (rows.some(({ until }: { until: Date | null }) => until)) announceWhenCommitted(sql, lockKind);
  if (rows.length === sorted.length) return;
  await refuseLocked(sql, sorted, now);
  // The lock ended just now, and this guess did not count.
  throw locked(1);
}

const forgiving = ({ name }: Counter, now: Date): SqlPart => ({
  text: `DELETE FROM ${table} WHERE owner = 'admin' AND name = ? AND (locked_until_time > ?) IS NOT TRUE`,
  values: [name, now],
});

/** Has a row while one of the counters is locked. */
export const locks = (counters: readonly Counter[], now: Date): SqlPart => ({
  text: `SELECT FROM ${table} WHERE owner = 'admin' AND name = ANY(?) AND locked_until_time > ?`,
  values: [named(counters), now],
});

/** Resets the counter of the account or device after a right guess, unless other guesses locked it meanwhile. */
export async function forgive(sql: Sql, counters: readonly [Counter, ...Counter[]], now: Date): Promise<void> {
  const parts = { forgiven: forgiving(counters[0], now), locked: locks(counters, now) };
  const rows = await runParts(sql, parts, 'SELECT FROM locked');
  if (rows.length > 0) await refuseLocked(sql, counters, now);
}

/** The same as a part of a statement that checks `locks` itself. The counter is reset if the named part has a row. */
export function forgiveIf(there: string, counter: Counter, now: Date): SqlPart {
  const { text, values } = forgiving(counter, now);
  return { text: `${text} AND EXISTS (SELECT FROM ${there})`, values };
}

/** A column that says whether a guess would be refused, for statements that run anyway. */
export function lockedColumn(sql: Sql, counters: readonly Counter[], now: Date): Knex.Raw {
  const { text, values } = locks(counters, now);
  return sql.raw(`EXISTS (${text}) AS is_locked`, values as Knex.RawBinding[]);
}

const before = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000);

/** Deletes counters without meaning. A counter that was ever locked stays for the longest time. */
export const deleteOldGuesses = (sql: Sql, now: Date): Promise<number> =>
  sql(table)
    .where('window_end_time', '<=', before(now, longestQuiet))
    .orWhere((each) => each.where('locks', 0).andWhere('window_end_time', '<=', before(now, minutesOfDay)))
    .delete();
