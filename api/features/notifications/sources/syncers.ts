import type { Registry } from '@doorwright/crds';
import { pagePath } from '@doorwright/crds/derive/page-path.ts';
import type { SourceKind } from '@doorwright/crds/options/sync.ts';
import type { Found, Source } from '../notification.ts';
import { mostOfSource } from '../notification.ts';

interface Row {
  kind: SourceKind;
  owner: string;
  key: string;
  name: string;
  state: string;
  error_text: string;
  last_time: Date | null;
  last_counts: Record<string, string>;
}

/** The latest error. A syncer adds one line for each. */
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)?.trim().slice(0, 300) ?? '';

const people = ({ change = '0', disable = '0', purge = '0' }: Record<string, string>) =>
  Number(change) + Number(disable) + Number(purge);

function foundOf(registry: Registry, row: Row): Found {
  const { kind, owner, key, name, state, error_text, last_time, last_counts } = row;
  const named = registry.named(kind);
  const about = {
    since: last_time?.toISOString() ?? '',
    subject: { kind, owner, name: key },
    path: pagePath(named, { owner, [named.key]: key }),
  };
  if (state === 'Held' || state === 'Waiting') {
    const count = people(last_counts);
    const cause = `${state} ${count}`;
    const path = `${about.path}?tab=runs`;
    return { ...about, path, code: 'syncHeld', tone: 'warning', params: { name, people: count }, cause };
  }
  const problem = lastLine(error_text);
  return { ...about, code: 'syncerFails', tone: 'danger', params: { name, problem }, cause: problem || state };
}

/** Directories and syncers whose last run failed, or waits for a person. */
export const syncers: Source =
  ({ db, store, registry }) =>
  async ({ organization }) => {
    const [syncer, ldap] = [store('syncer').table, store('ldap').table];
    const { rows } = await db.raw(
      `SELECT * FROM (
         SELECT 'syncer' AS kind, owner, name AS key, name, organization, sync_state AS state, error_text,
           last_run_time AS last_time, last_counts, is_enabled AS is_on FROM "${syncer}"
         UNION ALL
         SELECT 'ldap', owner, id, server_name, owner, sync_state, '', last_sync, last_counts, auto_sync > 0 FROM "${ldap}"
       ) AS source
       WHERE (state IN ('Held', 'Waiting') OR is_on AND (state = 'Failed' OR error_text <> ''))
         AND (CAST(:organization AS text) IS NULL OR organization = :organization)
       ORDER BY name LIMIT :most`,
      { organization: organization ?? null, most: mostOfSource },
    );
    return rows.map((row: Row) => foundOf(registry, row));
  };
