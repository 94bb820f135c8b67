import type { Session } from '@doorwright/crds/kinds/session.ts';
import type { CountryDatabase } from '../../core/country-database.ts';
import { shownId } from '../../core/shown-id.ts';
import type { Sql } from '../../db/knex.ts';
import { serviceVisitsOf } from '../../kinds/session/service-visits.ts';
import { endSessions, liveSessions } from '../../kinds/session/sessions.ts';
import { visitsOf } from '../../kinds/session/sign-out-notices.ts';
import type { OwnCaller } from './own-caller.ts';
import { type ShownApplication, shownApplications } from './shown-applications.ts';

export interface OwnSession {
  /** It cannot be used as a cookie. */
  id: string;
  isThis: boolean;
  createdTime: string;
  lastSeenTime: string;
  clientIp: string;
  /** Its country as an ISO 3166-1 alpha-2 code. Empty if it is not known. */
  country: string;
  userAgent: string;
  /** Support signed in here with the master password. */
  isImpersonated: boolean;
  applications: ShownApplication[];
}

type Row = Record<'id' | 'application' | 'client_ip' | 'user_agent', string> &
  Record<'created_time' | 'last_seen_time', Date> & { is_impersonated: Session['isImpersonated'] };

/** The live sessions of a user, this one first, then the latest. */
export async function ownSessions(
  sql: Sql,
  { owner, name, session }: OwnCaller,
  now: Date,
  countries?: CountryDatabase,
): Promise<OwnSession[]> {
  const rows: Row[] = await liveSessions(sql, now).where({ owner, user: name }).orderBy('last_seen_time', 'desc');
  const ids = rows.map(({ id }) => id);
  const visits = await visitsOf(sql, ids);
  const served = await serviceVisitsOf(sql, ids);
  const shown = await shownApplications(sql, {
    names: [...rows, ...served].map(({ application }) => application),
    clientIds: visits.map(({ clientId }) => clientId),
  });
  return rows
    .map((row) => ({
      id: shownId(row.id),
      isThis: row.id === session,
      createdTime: row.created_time.toISOString(),
      lastSeenTime: row.last_seen_time.toISOString(),
      clientIp: row.client_ip,
      country: countries?.countryOf(row.client_ip) ?? '',
      userAgent: row.user_agent,
      isImpersonated: row.is_impersonated,
      applications: shown.filter(
        ({ name: each, clientId }) =>
          each === row.application ||
          visits.some((visit) => visit.session === row.id && visit.clientId === clientId) ||
          served.some((visit) => visit.session === row.id && visit.application === each),
      ),
    }))
    .sort((a, b) => Number(b.isThis) - Number(a.isThis));
}

/** Ends sessions of a user, as sign-out does: those with these ids, or all but this one. Returns their number. */
export async function endOwnSessions(
  sql: Sql,
  { owner, name, session }: OwnCaller,
  wanted: readonly string[] | 'others',
  now: Date,
): Promise<number> {
  const ids: string[] = await liveSessions(sql, now).where({ owner, user: name }).pluck('id');
  const meant = ids.filter((id) => (wanted === 'others' ? id !== session : wanted.includes(shownId(id))));
  for (const id of meant) await endSessions(sql, { owner, id });
  return meant.length;
}
