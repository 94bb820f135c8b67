import { tableName } from '@doorwright/crds/derive/tables.ts';
import { serviceVisit } from '@doorwright/crds/kinds/service-visit.ts';
import { z } from 'zod';
import type { Sql } from '../../../db/knex.ts';
import type { Visit } from '../../../kinds/session/service-visits.ts';

const table = tableName(serviceVisit);

const told = z.object({
  index: z.string(),
  subject: z.object({
    value: z.string(),
    format: z.string(),
    nameQualifier: z.string().optional(),
    spNameQualifier: z.string().optional(),
  }),
});

/** What a notice to a service provider names: the session, and the user as it knows them. */
export const toldIn = ({ data }: Pick<Visit, 'data'>) => told.parse(JSON.parse(data));

const columns = ['id', 'owner', 'session', 'application', 'protocol', 'service', 'data'] as const;

interface Wanted {
  application: string;
  service: string;
  name: string;
  /** Empty for all sessions of the user there. */
  indexes: readonly string[];
}

/** The visits that a service provider means. It names its own sessions only, and none by another user's name. */
export async function visitsMeant(sql: Sql, { application, service, name, indexes }: Wanted): Promise<Visit[]> {
  const found = sql(table)
    .where({ protocol: 'saml', application, service })
    .whereRaw("CAST(data AS jsonb) #>> '{subject,value}' = ?", [name])
    .select(...columns);
  return indexes.length > 0 ? found.whereIn('id', indexes) : found;
}

/** The visits of sessions at service providers of SAML. */
export const samlVisitsOf = (sql: Sql, sessions: readonly string[]): Promise<Visit[]> =>
  sql(table)
    .where('protocol', 'saml')
    .whereIn('session', sessions)
    .orderBy('created_time')
    .select(...columns);

/** Forgets visits whose service provider began the sign-out, or is told through the browser. */
export const forgetVisits = (sql: Sql, ids: readonly string[]): Promise<number> =>
  sql(table).whereIn('id', ids).delete();
