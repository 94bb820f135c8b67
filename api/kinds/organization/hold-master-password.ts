import { tableName } from '@doorwright/crds/derive/tables.ts';
import { organization as kind, type Organization } from '@doorwright/crds/kinds/organization.ts';
import { Refusal } from '../../core/errors.ts';
import type { Sql } from '../../db/knex.ts';

/**
 * Holds the master password that a guess was judged by until the transaction ends. A new one ends all sessions of the old one, so
 * none may open after that: the judge may have read a cached organization, or taken its time (S17).
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
