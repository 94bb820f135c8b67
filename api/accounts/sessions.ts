import { createHash, randomBytes } from 'node:crypto';
import type { User } from '@doorwright/crds/models/user.ts';
import type { Knex } from 'knex';
import type { Db, Sql } from '../db/knex.ts';
import type { Store } from '../resources/store.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long a session stays without a request, and how long in all. */
export const idleLimit = hour;
export const absoluteLimit = day;
/** In all, where the user asked to stay signed in. */
export const rememberedLimit = 30 * day;
/** A session in use is marked so at most this often: reading stays cheap. */
const seenEvery = minute;

type Stores = (kind: string) => Store;

const digestOf = (value: string) => createHash('sha256').update(value).digest('base64url');

export interface NewSession {
  user: Pick<User, 'owner' | 'name'>;
  application: string;
  isImpersonated: boolean;
  isRemembered: boolean;
  clientIp: string;
  userAgent: string;
  now: Date;
}

export interface OpenSession {
  /** What the cookie carries; the table knows only its digest. */
  value: string;
  insert: Knex.QueryBuilder;
}

/** A session under an id that nobody has ever seen. The caller runs the insert, alone or as part of a statement. */
export function openSession(sql: Sql, { table, toRow }: Store, session: NewSession): OpenSession {
  const value = randomBytes(32).toString('base64url');
  const { user, now, userAgent, clientIp, ...rest } = session;
  const row = toRow({
    ...rest,
    owner: user.owner,
    user: user.name,
    id: digestOf(value),
    createdTime: now.toISOString(),
    lastSeenTime: now.toISOString(),
    expireTime: new Date(now.getTime() + (rest.isRemembered ? rememberedLimit : absoluteLimit)).toISOString(),
    clientIp: clientIp.slice(0, 100),
    userAgent: userAgent.slice(0, 300),
    version: 1,
  });
  return { value, insert: sql(table).insert(row) };
}

export interface SessionUser {
  id: string;
  owner: string;
  name: string;
  isAdmin: boolean;
  isGlobalAdmin: boolean;
  isImpersonated: boolean;
}

interface SessionRow extends SessionUser {
  isForbidden: boolean;
  isDeleted: boolean;
  isRemembered: boolean;
  lastSeenTime: Date;
  expireTime: Date;
}

const columns = {
  id: 's.id',
  owner: 'u.owner',
  name: 'u.name',
  isAdmin: 'u.is_admin',
  isGlobalAdmin: 'u.is_global_admin',
  isForbidden: 'u.is_forbidden',
  isDeleted: 'u.is_deleted',
  isImpersonated: 's.is_impersonated',
  isRemembered: 's.is_remembered',
  lastSeenTime: 's.last_seen_time',
  expireTime: 's.expire_time',
};

const isOver = (row: SessionRow, now: number) =>
  row.isForbidden ||
  row.isDeleted ||
  row.expireTime.getTime() <= now ||
  (!row.isRemembered && row.lastSeenTime.getTime() + idleLimit <= now);

/** Who is signed in with the value of a cookie: one statement, in which the user's rights are as they stand now (S16). */
export async function sessionUser(db: Db, store: Stores, value: string, at: Date): Promise<SessionUser | undefined> {
  const [sessions, users] = [store('session').table, store('user').table];
  const row: SessionRow | undefined = await db({ s: sessions })
    .join({ u: users }, { 'u.owner': 's.owner', 'u.name': 's.user' })
    .where('s.id', digestOf(value))
    .first(columns);
  if (!row) return;
  const now = at.getTime();
  if (isOver(row, now)) {
    await db(sessions).where({ owner: row.owner, id: row.id }).delete();
    return;
  }
  if (row.lastSeenTime.getTime() + seenEvery <= now)
    await db(sessions).where({ owner: row.owner, id: row.id }).update({ last_seen_time: at });
  return row;
}

export const endSession = (sql: Sql, store: Stores, { owner, id }: Pick<SessionUser, 'owner' | 'id'>) =>
  sql(store('session').table).where({ owner, id }).delete();

/** Forgets sessions that nobody can use any more. */
export const endExpiredSessions = (sql: Sql, store: Stores, now: Date): Promise<number> =>
  sql(store('session').table)
    .where('expire_time', '<=', now)
    .orWhere((each) =>
      each.where('is_remembered', false).where('last_seen_time', '<=', new Date(now.getTime() - idleLimit)),
    )
    .delete();
