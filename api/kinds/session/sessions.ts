import { hash, randomBytes } from 'node:crypto';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { artifact } from '@doorwright/crds/kinds/artifact.ts';
import { session as sessionKind } from '@doorwright/crds/kinds/session.ts';
import { token } from '@doorwright/crds/kinds/token.ts';
import { type User, user as userKind } from '@doorwright/crds/kinds/user.ts';
import type { Knex } from 'knex';
import { announceWhenCommitted } from '../../core/cache/changes.ts';
import type { RecordParts } from '../../core/objects/history/records.ts';
import type { Db, Sql } from '../../db/knex.ts';
import { assignmentsPart, insertPart, run, runParts, type SqlPart } from '../../db/sql-parts.ts';
import { methodsOf } from './authentication-methods.ts';
import { longestOf, type SessionLifetimes } from './lifetimes.ts';
import { notifyServices } from './service-visits.ts';
import { notifyApplications } from './sign-out-notices.ts';

const minute = 60_000;
/** The time between two updates of a session's last use, so that most requests only read. */
const seenEvery = minute;

const sessions = tableName(sessionKind);
const users = tableName(userKind);
/** Refresh tokens first, because a refresh locks its refresh token before it writes an access token. */
const givenInSession = [tableName(artifact), tableName(token)];

export const sessionId = (value: string) => hash('sha256', value, 'base64url');

/** A new value for the cookie of a session. */
export const newSessionValue = () => randomBytes(32).toString('base64url');

export interface NewSession {
  /** The cookie, if the caller made it to record its digest. */
  value?: string;
  user: Pick<User, 'owner' | 'name' | 'password'>;
  /** The rules of the user's organization. */
  lifetimes: SessionLifetimes;
  application: string;
  isImpersonated: boolean;
  isRemembered: boolean;
  clientIp: string;
  userAgent: string;
  now: Date;
  proof: SessionProof;
}

/** How and when the user of a session proved their identity. */
export interface SessionProof {
  /** The methods, in the words of RFC 8176. */
  amr: readonly string[];
  /** The last proof by a method, such as a password. */
  authenticatedTime: Date;
  /** The last proof of a second factor. */
  factorTime?: Date | undefined;
}

/** The part of the statement that has a row if the sign-in succeeds. The other parts depend on it. */
export const signedInPart = 'signed_in';

interface Along {
  /** The sign-in fails if this part has a row. */
  unless?: SqlPart;
  parts?: Readonly<Record<string, SqlPart>>;
  /** The record of the sign-in, as parts of the statement. */
  recorded?: RecordParts;
}

/**
 * Signs a user in with a new session id, and updates the user in the same statement. Returns the cookie's value.
 * Returns undefined if the password changed meanwhile, the user is locked out, or a master password may not open
 * the account (S17). The update waits for concurrent changes of the user, so no session appears after all others
 * were deleted.
 */
export async function openSession(
  sql: Sql,
  { user, lifetimes, now, value = newSessionValue(), ...session }: NewSession,
  changes: Readonly<Record<string, unknown>>,
  { unless = { text: 'SELECT WHERE false', values: [] }, parts, recorded }: Along = {},
): Promise<string | undefined> {
  const row = {
    owner: user.owner,
    id: sessionId(value),
    created_time: now,
    version: 1,
    user: user.name,
    application: session.application,
    is_impersonated: session.isImpersonated,
    is_remembered: session.isRemembered,
    amr: JSON.stringify(methodsOf(session.isImpersonated, session.proof.amr)),
    authenticated_time: session.proof.authenticatedTime,
    factor_time: session.proof.factorTime ?? null,
    last_seen_time: now,
    idle_minutes: lifetimes.sessionIdleMinutes,
    expire_time: new Date(now.getTime() + longestOf(lifetimes, session.isRemembered)),
    client_ip: session.clientIp.slice(0, 100),
    user_agent: session.userAgent.slice(0, 300),
  };
  const set = assignmentsPart(changes);
  const update = {
    text: `UPDATE ${users} SET ${set.text} WHERE owner = ? AND name = ? AND password = ?
      AND NOT is_forbidden AND NOT is_deleted ${session.isImpersonated ? 'AND NOT is_global_admin' : ''} AND NOT EXISTS (${unless.text}) RETURNING name`,
    values: [...set.values, user.owner, user.name, user.password, ...unless.values],
  };
  const opened = insertPart(sessions, row, { there: signedInPart });
  const all = { [signedInPart]: update, opened, ...parts, ...recorded?.parts };
  const [done] = await runParts<{ made: number }>(
    sql,
    all,
    `SELECT ${recorded?.made ?? 0} AS made FROM ${signedInPart}`,
  );
  if (done) recorded?.announce(sql, done.made);
  return done && value;
}

export interface SessionUser {
  id: string;
  owner: string;
  name: string;
  application: string;
  userId: string;
  isAdmin: boolean;
  isGlobalAdmin: boolean;
  isImpersonated: boolean;
  isRemembered: boolean;
  createdTime: Date;
  expireTime: Date;
  amr: string[];
  authenticatedTime: Date;
  factorTime: Date | null;
  /** The types of the second factors that the user has. */
  secondFactors: string[];
  requireSecondFactor: boolean;
}

/** The last proof of any kind. */
export const provedTimeOf = ({
  authenticatedTime,
  factorTime,
}: Pick<SessionUser, 'authenticatedTime' | 'factorTime'>) =>
  factorTime && factorTime > authenticatedTime ? factorTime : authenticatedTime;

interface SessionRow extends SessionUser {
  isForbidden: boolean;
  isDeleted: boolean;
  lastSeenTime: Date;
  idleMinutes: number;
}

const columns = `s.id, u.owner, u.name, s.application, u.id AS "userId", u.is_admin AS "isAdmin",
  u.is_global_admin AS "isGlobalAdmin", u.is_forbidden AS "isForbidden", u.is_deleted AS "isDeleted",
  s.is_impersonated AS "isImpersonated", s.is_remembered AS "isRemembered", s.created_time AS "createdTime",
  s.last_seen_time AS "lastSeenTime", s.idle_minutes AS "idleMinutes", s.expire_time AS "expireTime", s.amr,
  coalesce(s.authenticated_time, s.created_time) AS "authenticatedTime", s.factor_time AS "factorTime",
  u.second_factors AS "secondFactors", u.require_second_factor AS "requireSecondFactor"`;

const isOver = (row: SessionRow, now: number) =>
  row.isForbidden ||
  row.isDeleted ||
  row.expireTime.getTime() <= now ||
  (!row.isRemembered && row.lastSeenTime.getTime() + row.idleMinutes * minute <= now);

/** Columns and joins to read with the session `s` and its user `u`. */
interface ReadAlong {
  columns: string;
  join: SqlPart;
}

interface Reading {
  /** Called if the session was still there, and has now ended by its time. */
  onOver?: () => void;
  /** False for a read that does not count as use: the time of the last use stays. */
  isUse?: boolean;
}

/**
 * The user of a session cookie. One statement reads the session and the user's current rights (S16). Callers can
 * join more columns.
 */
export async function sessionUser<Along extends object = object>(
  db: Db,
  value: string,
  at: Date,
  along?: ReadAlong,
  { onOver, isUse = true }: Reading = {},
): Promise<(SessionUser & Along) | undefined> {
  const { columns: more, join } = along ?? { columns: '', join: { text: '', values: [] } };
  const [row] = await run<SessionRow & Along>(db, {
    text: `SELECT ${columns}${more && `, ${more}`} FROM ${sessions} AS s
      JOIN ${users} AS u ON u.owner = s.owner AND u.name = s.user ${join.text} WHERE s.id = ? AND s.id <> ''`,
    values: [...join.values, sessionId(value)],
  });
  if (!row) return;
  const now = at.getTime();
  if (isOver(row, now)) {
    if ((await db(sessions).where({ owner: row.owner, id: row.id }).delete()) > 0) onOver?.();
    return;
  }
  if (isUse && row.lastSeenTime.getTime() + seenEvery <= now)
    await db(sessions).where({ owner: row.owner, id: row.id }).update({ last_seen_time: at });
  return row;
}

/**
 * The only way to end sessions. It deletes the tokens of the session (S22) and notifies applications. A session
 * that merely expires deletes nothing and notifies nobody.
 */
export async function endSessions(
  sql: Sql,
  which: Pick<SessionUser, 'owner' | 'id'> | { owner: string; user: string } | { owner: string; is_impersonated: true },
): Promise<void> {
  const ended: { id: string }[] = await sql(sessions).where(which).delete().returning('id');
  const ids = ended.map(({ id }) => id);
  await notifyApplications(sql, ids);
  await notifyServices(sql, ids);
  for (const table of givenInSession) await sql(table).whereIn('session_id', ids).delete();
  for (const id of ids) announceWhenCommitted(sql, 'session', id);
}

/** The moment from which a session without use is over. */
const idleEnd = 'last_seen_time + make_interval(mins => idle_minutes)';

/** Sessions that are still valid. */
export const liveSessions = (sql: Sql, now: Date): Knex.QueryBuilder =>
  sql(sessions)
    .where('expire_time', '>', now)
    .where((each) => each.where('is_remembered', true).orWhereRaw(`${idleEnd} > ?`, [now]));

/** Deletes expired sessions. */
export const endExpiredSessions = (sql: Sql, now: Date): Promise<number> =>
  sql(sessions)
    .where('expire_time', '<=', now)
    .orWhere((each) => each.where('is_remembered', false).whereRaw(`${idleEnd} <= ?`, [now]))
    .delete();
