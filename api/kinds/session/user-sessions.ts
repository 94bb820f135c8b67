import { shownId } from '../../core/shown-id.ts';
import type { Sql } from '../../db/knex.ts';
import { endSessions, liveSessions } from './sessions.ts';

/** The sessions of a user at an application, in the form of Casdoor's clients. */
export interface UserSessions {
  owner: string;
  name: string;
  application: string;
  createdTime: string;
  sessionId: string[];
}

export interface SessionOwner {
  owner: string;
  name: string;
  application: string;
}

interface Row {
  owner: string;
  user: string;
  application: string;
  created_time: Date;
  ids: string[];
}

const userSessionsOf = (row: Row): UserSessions => ({
  owner: row.owner,
  name: row.user,
  application: row.application,
  createdTime: row.created_time.toISOString(),
  sessionId: row.ids.map(shownId),
});

export interface SessionQuery {
  /** Without it, all organizations. */
  owner?: string | undefined;
  page?: { number: number; size: number } | undefined;
}

export async function listSessions(
  sql: Sql,
  { owner, page }: SessionQuery,
  now: Date,
): Promise<{ rows: UserSessions[]; total: number }> {
  const held = liveSessions(sql, now)
    .modify((query) => owner && query.where({ owner }))
    .groupBy('owner', 'user', 'application')
    .select('owner', 'user', 'application', { created_time: sql.raw('min(created_time)') })
    .select({ ids: sql.raw('array_agg(id ORDER BY created_time)') });
  const counted = await sql.from(held.clone().as('held')).count({ total: '*' }).first();
  const rows: Row[] = await held
    .orderBy([{ column: 'created_time', order: 'desc' }, 'owner', 'user', 'application'])
    .modify((query) => page && query.limit(page.size).offset((page.number - 1) * page.size));
  return { rows: rows.map(userSessionsOf), total: Number(counted?.total) };
}

const idsOf = (sql: Sql, { owner, name, application }: SessionOwner, now: Date): Promise<string[]> =>
  liveSessions(sql, now).where({ owner, user: name, application }).orderBy('created_time').pluck('id');

export async function findUserSessions(sql: Sql, holder: SessionOwner, now: Date): Promise<UserSessions | undefined> {
  const first = await liveSessions(sql, now)
    .where({ owner: holder.owner, user: holder.name, application: holder.application })
    .min({ created: 'created_time' })
    .first();
  if (!first?.created) return;
  const ids = await idsOf(sql, holder, now);
  return { ...holder, createdTime: first.created.toISOString(), sessionId: ids.map(shownId) };
}

/** Ends the sessions with these ids, or all of them, as sign-out does. Returns their number. */
export async function endUserSessions(
  sql: Sql,
  holder: SessionOwner,
  shown: readonly string[],
  now: Date,
): Promise<number> {
  const ids = await idsOf(sql, holder, now);
  const wanted = shown.length > 0 ? ids.filter((id) => shown.includes(shownId(id))) : ids;
  for (const id of wanted) await endSessions(sql, { owner: holder.owner, id });
  return wanted.length;
}
