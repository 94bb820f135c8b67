import { tableName } from '@doorwright/crds/derive/tables.ts';
import { artifact } from '@doorwright/crds/kinds/artifact.ts';
import { token } from '@doorwright/crds/kinds/token.ts';
import { announceWhenCommitted } from '../../core/cache/changes.ts';
import type { Sql } from '../../db/knex.ts';
import { digestOf } from './digest-of.ts';

const table = tableName(artifact);
const tokens = tableName(token);

/** Deletes a grant with all of its tokens. */
export async function revokeGrant(sql: Sql, grantId: string | undefined): Promise<void> {
  if (!grantId) return;
  await sql(table)
    .where({ owner: 'admin', name: `Grant:${digestOf(grantId)}` })
    .delete();
  await sql(table).where('grant_id', grantId).delete();
  await sql(tokens).where('grant_id', grantId).delete();
  announceWhenCommitted(sql, 'grant', grantId);
}
