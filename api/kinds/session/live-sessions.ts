import type { Row } from '@doorwright/crds';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { application } from '@doorwright/crds/kinds/application.ts';
import type { CountryDatabase } from '../../core/country-database.ts';
import { type ListQuery, largestPage } from '../../core/objects/storage/list-query.ts';
import { orderOf, sliceOf } from '../../core/objects/storage/page-slice.ts';
import type { DbRow } from '../../core/objects/storage/rows.ts';
import type { Store } from '../../core/objects/storage/store.ts';
import { shownId } from '../../core/shown-id.ts';
import type { Sql } from '../../db/knex.ts';
import { serviceVisitsOf } from './service-visits.ts';
import { liveSessions } from './sessions.ts';
import { visitsOf } from './sign-out-notices.ts';

type Stored = DbRow & Record<'id' | 'application' | 'client_ip', string>;

/** The names of the applications with these client ids. */
async function namesOf(sql: Sql, clientIds: readonly string[]): Promise<Map<string, string>> {
  const rows: { client: string; name: string }[] = await sql(tableName(application))
    .whereIn('client_id', [...new Set(clientIds)])
    .select('name', { client: 'client_id' });
  return new Map(rows.map(({ client, name }) => [client, name]));
}

interface Asking {
  now: Date;
  /** The session of the request. */
  session: string | undefined;
  countries: CountryDatabase | undefined;
}

/** One page of the sessions that are still valid, each with the applications that the user visited in it. */
export async function listLiveSessions(
  sql: Sql,
  sessions: Store,
  query: ListQuery,
  { now, session, countries }: Asking,
): Promise<{ rows: Row[]; total: number }> {
  const found = sessions.narrowed(liveSessions(sql, now), query);
  const counted = await found.clone().count({ total: '*' }).first();
  const total = Number(counted?.total);
  const { offset, limit } = sliceOf(query.page ?? { number: 1, size: largestPage }, total);
  const rows: Stored[] = await found
    .orderBy(orderOf(query, 'id', false))
    .offset(offset)
    .limit(limit);
  const ids = rows.map(({ id }) => id);
  const visits = await visitsOf(sql, ids);
  const served = await serviceVisitsOf(sql, ids);
  const names = await namesOf(
    sql,
    visits.map(({ clientId }) => clientId),
  );
  const visitedIn = (id: string) => [
    ...visits.flatMap((visit) => (visit.session === id ? (names.get(visit.clientId) ?? []) : [])),
    ...served.flatMap(({ session, application }) => (session === id ? application : [])),
  ];
  return {
    rows: rows.map((row) => ({
      ...sessions.fromRow(row),
      id: shownId(row.id),
      country: countries?.countryOf(row.client_ip) ?? '',
      applications: [...new Set([row.application, ...visitedIn(row.id)])].filter(Boolean).sort(),
      isThis: row.id === session,
    })),
    total,
  };
}
