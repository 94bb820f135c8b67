import { tableName } from '@doorwright/crds/derive/tables.ts';
import { artifact } from '@doorwright/crds/kinds/artifact.ts';
import type { Sql } from '../db/knex.ts';
import { artifactName } from '../kinds/token/digest-of.ts';

const table = tableName(artifact);

interface Use {
  model: string;
  id: string;
  now: Date;
  /** Until this time, a second use is recognized. */
  expireTime: Date;
}

/** Marks something that counts once as used, and tells whether it was not used before, on any server. */
export async function isFirstUse(sql: Sql, { model, id, now, expireTime }: Use): Promise<boolean> {
  const row = { owner: 'admin', name: artifactName(model, id), created_time: now, version: 1, model, payload: '{}' };
  const rows = await sql(table)
    .insert({ ...row, expire_time: expireTime })
    .onConflict(['owner', 'name'])
    .ignore()
    .returning('name');
  return rows.length === 1;
}
