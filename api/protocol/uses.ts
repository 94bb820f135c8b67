import { tableName } from '@doorwright/crds/derive/tables.ts';
import { artifact } from '@doorwright/crds/models/artifact.ts';
import type { Knex } from 'knex';
import { errors, Provider } from 'oidc-provider';
import type { Sql } from '../db/knex.ts';
import { revokeGrant } from './revoke-grant.ts';

const table = tableName(artifact);

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

const use = (sql: Sql, used: Used, now: Date) =>
  sql(table).where(used).whereNull('consumed_time').update({ consumed_time: now });

/** Two requests came with the same one at the same time, and the other was first: all that it led to ends. */
async function refuseSecondUse(sql: Sql, used: Used): Promise<never> {
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
