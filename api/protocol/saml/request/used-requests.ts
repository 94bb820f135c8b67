import { hash } from 'node:crypto';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { artifact } from '@doorwright/crds/kinds/artifact.ts';
import type { Sql } from '../../../db/knex.ts';
import type { SamlRequest } from '../../../signin/targets/saml-authority.ts';

const table = tableName(artifact);
const model = 'SamlRequest';
/** A page with the request works for this long, and a copy of the request only for minutes. */
export const openFor = 8 * 3_600_000;

/** Marks a request as answered, and tells whether it was not answered before. Each gets one assertion. */
export async function useRequest(sql: Sql, { service, id, application }: SamlRequest, now: Date): Promise<boolean> {
  const digest = hash('sha256', JSON.stringify([application, service, id]), 'base64url');
  const row = {
    ...{ owner: 'admin', name: `${model}:${digest}`, created_time: now, version: 1, model, payload: '{}' },
    expire_time: new Date(now.getTime() + 2 * openFor),
  };
  const rows = await sql(table).insert(row).onConflict(['owner', 'name']).ignore().returning('name');
  return rows.length === 1;
}
