import { tableName } from '@doorwright/crds/derive/tables.ts';
import { artifact } from '@doorwright/crds/kinds/artifact.ts';
import { session } from '@doorwright/crds/kinds/session.ts';
import type { errors } from 'oidc-provider';
import type { Sql } from '../../db/knex.ts';
import { run, type SqlPart } from '../../db/sql-parts.ts';
import { revokeGrant } from '../../kinds/token/revoke-grant.ts';
import { SecondUse } from '../errors/second-use.ts';
import { giveOnlyIf } from './writes.ts';

const table = tableName(artifact);
const sessions = tableName(session);

/** Names the row that is used. */
interface Used {
  owner: string;
  name: string;
}

/**
 * Locks the session and the grant until all new rows are written. A request that ends one of them waits, and then deletes the new
 * rows too. If that request was first, there is nothing left to use (S22).
 */
const held = (join: string, row: string) =>
  `(SELECT count(*) FROM (SELECT FROM ${table} AS mine JOIN ${join}
     WHERE mine.owner = ? AND mine.name = ? FOR KEY SHARE OF ${row}) AS held) >= 0`;
const heldSession = held(`${sessions} AS s ON s.id = mine.session_id AND s.id <> ''`, 's');
const heldGrant = held(
  `${table} AS g ON g.owner = 'admin' AND g.model = 'Grant' AND g.grant_id = mine.grant_id AND g.grant_id <> ''`,
  'g',
);

/** A used code is known until all that it gave has expired. A second use ends all of that (S35). */
const known = `CASE WHEN model = 'AuthorizationCode' THEN coalesce((SELECT g.expire_time FROM ${table} AS g
  WHERE g.model = 'Grant' AND g.grant_id = ${table}.grant_id AND g.grant_id <> ''), expire_time) ELSE expire_time END`;

const use = ({ owner, name }: Used, now: Date): SqlPart => ({
  text: `UPDATE ${table} SET consumed_time = ?, expire_time = ${known}
    WHERE owner = ? AND name = ? AND consumed_time IS NULL AND ${heldSession} AND ${heldGrant} RETURNING 1`,
  values: [now, ...[1, 2, 3].flatMap(() => [owner, name])],
});

/** The row was used before, or by another request at the same time. All that it led to ends. */
export async function refuseSecondUse(sql: Sql, used: Used): Promise<never> {
  const row = await sql(table)
    .where({ ...used })
    .first({ grantId: 'grant_id' });
  await revokeGrant(sql, row?.grantId);
  throw new SecondUse();
}

/** The statement that writes the tokens uses up the code or refresh token. A request that fails earlier uses nothing up. */
export const useLater = (sql: Sql, used: Used, now: Date): void =>
  giveOnlyIf({ part: use(used, now), refuse: () => refuseSecondUse(sql, used) });

/** Gives tokens for a refresh token that stays, while it exists. A request that ends its grant or session also deletes these tokens (S22). */
export const giveWhileUnused = (sql: Sql, { owner, name }: Used): void =>
  giveOnlyIf({
    part: {
      text: `SELECT 1 FROM ${table} WHERE owner = ? AND name = ? AND consumed_time IS NULL
        AND ${heldSession} AND ${heldGrant} FOR KEY SHARE`,
      values: [1, 2, 3].flatMap(() => [owner, name]),
    },
    refuse: () => refuseSecondUse(sql, { owner, name }),
  });

export async function useNow(sql: Sql, used: Used, now: Date): Promise<void> {
  const rows = await run(sql, use(used, now));
  if (rows.length === 0) await refuseSecondUse(sql, used);
}

type Ended = typeof errors.InvalidGrant | typeof errors.LoginRequired;

/** Gives tokens only while the session exists. A request that ends the session waits, and also deletes these tokens (S22). */
export const giveInSession = (id: string, Ended: Ended): void =>
  giveOnlyIf({
    part: { text: `SELECT 1 FROM ${sessions} WHERE id = ? AND id <> '' FOR KEY SHARE`, values: [id] },
    refuse: () => Promise.reject(new Ended('the session has ended')),
  });
