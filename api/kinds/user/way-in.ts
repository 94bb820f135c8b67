import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { linkFields } from '@doorwright/crds/providers/links.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';

type Reads = Pick<Work, 'sql' | 'store'>;

async function applicationsOf({ sql, store }: Reads, organization: string): Promise<Application[]> {
  const { table, fromRow } = store('application');
  const rows = await sql(table).where({ owner: 'admin', organization, is_enabled: true });
  return rows.map((row) => fromRow(row) as unknown as Application);
}

/** Tells whether a user could still sign in: with a password, a directory, a link to a service, a code, a passkey or an email link. */
export async function hasWayIn(reads: Reads, user: User): Promise<boolean> {
  if (user.password || user.ldap || linkFields.some((field) => user[field] !== '')) return true;
  if (user.webauthnCredentials.length > 0) return true;
  const applications = user.email || user.phone ? await applicationsOf(reads, user.owner) : [];
  return applications.some(
    ({ enableCodeSignin, enableLinkSignin }) => enableCodeSignin || (enableLinkSignin && user.email !== ''),
  );
}
