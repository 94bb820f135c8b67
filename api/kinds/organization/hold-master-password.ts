import { tableName } from '@doorwright/crds/derive/tables.ts';
import { organization as kind, type Organization } from '@doorwright/crds/kinds/organization.ts';
import { Refusal } from '../../core/errors.ts';
import type { Sql } from '../../db/knex.ts';

/**
 * Holds the master password that a guess was judged by until the transaction ends. A new master password ends all sessions of the
 * old one, and none may open afterwards. The check of the guess may have used a cached organization, or been slow (S17).
 */
export async function holdMasterPassword(
  sql: Sql,
  { owner, name, masterPassword }: Pick<Organization, 'owner' | 'name' | 'masterPassword'>,
): Promise<void> {
  const present = await sql(tableName(kind))
    .where({ owner, name, master_password: masterPassword })
    .forShare()
    .first('name');
  if (!present) throw new Refusal('sign-in-failed');
}
