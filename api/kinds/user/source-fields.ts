import { tableName } from '@doorwright/crds/derive/tables.ts';
import { ldap } from '@doorwright/crds/kinds/ldap.ts';
import { scimLink } from '@doorwright/crds/kinds/scim-link.ts';
import { scimToken } from '@doorwright/crds/kinds/scim-token.ts';
import { syncLink } from '@doorwright/crds/kinds/sync-link.ts';
import { syncer } from '@doorwright/crds/kinds/syncer.ts';
import type { SourceKind } from '@doorwright/crds/options/sync.ts';
import { Refusal } from '../../core/errors.ts';
import { isSame } from '../../core/objects/rules/empty-value.ts';
import type { Draft, Work } from '../../core/objects/rules/kind-hooks.ts';

const [links, syncers, ldaps, scimLinks, scimTokens] = [syncLink, syncer, ldap, scimLink, scimToken].map(tableName);

/** A directory or syncer that sets fields of a user. */
export interface FieldSource {
  kind: SourceKind;
  /** The ID that links keep. */
  source: string;
  id: string;
  title: string;
  fields: string[];
  /** Changes of these fields go back to the source, so they are not locked. */
  takesChanges: boolean;
}

/** The sources that set fields of a user. A deleted source sets none. */
export async function sourcesOfUser({ sql }: Pick<Work, 'sql'>, userId: string): Promise<FieldSource[]> {
  const { rows } = await sql.raw(
    `SELECT s.*, l.fields FROM "${links}" AS l JOIN (
       SELECT 'syncer' AS kind, source_id, owner || '/' || name AS id, name AS title, writes_back AS takes FROM "${syncers}"
       UNION ALL
       SELECT 'ldap', source_id, owner || '/' || id, server_name, false FROM "${ldaps}"
     ) AS s ON s.source_id = l.source WHERE l.user_id = ? AND l.user_id <> '' AND l.source <> ''`,
    [userId],
  );
  return rows.map(({ kind, source_id: source, id, title, fields, takes }: Record<string, never>) => ({
    ...{ kind, source, id, title: title || id, fields },
    takesChanges: takes,
  }));
}

/** Refuses changes of fields that a source sets: its next run would take them back. */
export async function refuseOwnedBySource(
  draft: Draft,
  before: Draft,
  work: Pick<Work, 'sql'>,
): Promise<readonly FieldSource[]> {
  const sources = await sourcesOfUser(work, String(before.id));
  const problems = sources
    .filter(({ takesChanges }) => !takesChanges)
    .flatMap(({ title, fields }) =>
      fields
        .filter((field) => !isSame(draft[field], before[field]))
        .map((field) => ({ field, code: 'from-source', params: { source: title } }) as const),
    );
  const [first] = problems;
  if (first) throw new Refusal('owned-by-source', { source: first.params.source }, { fields: problems });
  return sources;
}

/** A program provisions the user, and the organization still has a token for it. */
async function isProvisioned({ sql }: Pick<Work, 'sql'>, { owner, name }: Draft): Promise<boolean> {
  const { rows } = await sql.raw(
    `SELECT EXISTS (SELECT FROM "${scimLinks}" WHERE owner = :owner AND user_name = :name AND user_name <> '')
       AND EXISTS (SELECT FROM "${scimTokens}" WHERE owner = :owner) AS is_provisioned`,
    { owner, name: String(name) },
  );
  return rows[0].is_provisioned;
}

/** The sources as administrators see them: each with the fields that nobody can change here. A program of SCIM locks none. */
export async function shownSources(work: Pick<Work, 'sql'>, user: Draft) {
  const sources = (await sourcesOfUser(work, String(user.id))).map(({ kind, id, title, fields, takesChanges }) => ({
    ...{ kind, id, title, fields: takesChanges ? [] : fields },
  }));
  const scim = { kind: 'scim' as const, id: `admin/${user.owner}`, title: user.owner, fields: [] };
  return (await isProvisioned(work, user)) ? [...sources, scim] : sources;
}
