import type { Ldap } from '@doorwright/crds/kinds/ldap.ts';
import type { SyncLink } from '@doorwright/crds/kinds/sync-link.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import type { Sql } from '../../../db/knex.ts';
import { links } from '../store/links.ts';

/** The directory that knows the password of a user, and who the user is there. */
export interface Home {
  directory: Ldap;
  key: string;
  /** Users of an earlier version have no link yet. */
  link?: SyncLink;
}

/** The directory of a user among those of their organization. */
export async function homeOf(
  sql: Sql,
  { store }: Pick<Work, 'store'>,
  directories: readonly Ldap[],
  user: User,
): Promise<Home | undefined> {
  const rows = await sql(links)
    .where({ user_id: user.id })
    .whereIn('source', directories.map(({ sourceId }) => sourceId).filter(Boolean));
  for (const row of rows) {
    const link = store('sync-link').fromRow(row) as unknown as SyncLink;
    const directory = directories.find(({ sourceId }) => sourceId === link.source);
    if (directory) return { directory, key: link.key, link };
  }
  const [first] = directories;
  return first && user.ldap ? { directory: first, key: user.ldap } : undefined;
}

/** The directory, as people know it. */
export const nameOf = ({ directory: { serverName, id } }: Pick<Home, 'directory'>): string => serverName || id;

const hourMs = 3_600_000;

/** Whether the stored digest may stand in for a directory that is away. */
export const mayUseStored = ({ directory, link }: Home, now: Date): boolean =>
  Boolean(link?.provedTime) && now.getTime() - Date.parse(link?.provedTime ?? '') < directory.offlineHours * hourMs;
