import { tableName } from '@doorwright/crds/derive/tables.ts';
import { user } from '@doorwright/crds/kinds/user.ts';
import { linkFieldOf, linkPropertyOf } from '@doorwright/crds/providers/links.ts';
import type { Draft, Work } from '../../core/objects/rules/kind-hooks.ts';

/** Links by SAML name their provider, so they follow its new name. */
export async function renameInLinks(after: Draft, before: Draft, { sql }: Work): Promise<void> {
  if (before.category !== 'SAML') return;
  const type = String(before.type);
  const property = linkPropertyOf(type, 'provider');
  await sql.raw(
    `UPDATE ${tableName(user)} SET properties = jsonb_set(properties, ARRAY[CAST(:property AS text)], to_jsonb(CAST(:name AS text))), version = version + 1
     WHERE :field: <> '' AND properties ->> :property = :before`,
    { field: linkFieldOf(type), property, name: after.name as string, before: before.name },
  );
}
