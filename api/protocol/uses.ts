import { tableName } from '@doorwright/crds/derive/tables.ts';
import { artifact } from '@doorwright/crds/models/artifact.ts';
import { session } from '@doorwright/crds/models/session.ts';
import type { Knex } from 'knex';
import { errors, Provider } from 'oidc-provider';
import type { Sql } from '../db/knex.ts';
import { revokeGrant } from './revoke-grant.ts';

const table = tableName(artifact);
const sessions = tableName(session);

/** Names the row of what was used. */
interface Used {
  owner: string;
  name: string;
}

/** What the present request has used, and is to be given something for. */
const pending = new WeakMap<object, Used>();

/** A code or refresh token is used: written down with what is given for it. What ends in an error before gives nothing and uses nothing. */
export function useLater(used: Used): void {
  if (!Provider.ctx) throw new Error('nothing is used up outside a request');
  pending.set(Provider.ctx, used);
}

/**
 * The session and the grant of what is used, held until what is given for it is there. Whoever ends one of them waits and
 * takes that along too; who comes after him finds nothing to use (S22).
 */
const held = (join: string, row: string) =>
  `(SELECT count(*) FROM (SELECT FROM ${table} AS mine JOIN ${join}
     WHERE mine.owner = :owner AND mine.name = :name FOR KEY SHARE OF ${row}) AS held) >= 0`;
const heldSession = held(`${sessions} AS s ON s.id = mine.session_id`, 's');
const heldGrant = held(`${table} AS g ON g.owner = 'admin' AND g.model = 'Grant' AND g.grant_id = mine.grant_id`, 'g');

/** A used code is known for as long as what it gave can be in use: shown again, it ends all of that (S35). */
const known = `CASE WHEN model = 'AuthorizationCode' THEN coalesce(
  (SELECT g.expire_time FROM ${table} AS g WHERE g.model = 'Grant' AND g.grant_id = ${table}.grant_id), expire_time)
  ELSE expire_time END`;

const use = (sql: Sql, used: Used, now: Date) =>
  sql(table)
    .where({ ...used })
    .whereNull('consumed_time')
    .whereRaw(`${heldSession} AND ${heldGrant}`, { ...used })
    .update({ consumed_time: now, expire_time: sql.raw(known) });

/** It was used before, or two requests came with it at the same time and the other was first: all that it led to ends. */
export async function refuseSecondUse(sql: Sql, used: Used): Promise<never> {
  const row = await sql(table).where(used).first({ grantId: 'grant_id' });
  await revokeGrant(sql, row?.grantId);
  throw new errors.InvalidGrant('already used');
}

export async function useNow(sql: Sql, used: Used, now: Date): Promise<void> {
  if ((await use(sql, used, now)) !== 1) await refuseSecondUse(sql, used);
}

/** Inserts what a request is given; the same statement uses up what it is given for. */
export async function give(sql: Sql, insert: Knex.QueryBuilder, now: Date): Promise<void> {
  const used = Provider.ctx && pending.get(Provider.ctx);
  if (!used) return void (await insert);
  pending.delete(Provider.ctx as object);
  const [row] = await insert
    .with('used', use(sql, used, now).returning('name'))
    .returning(sql.raw('(SELECT count(*) FROM used) AS times') as never);
  if (row.times !== 1) await refuseSecondUse(sql, used);
}
