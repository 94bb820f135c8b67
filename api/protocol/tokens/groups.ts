import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { groups } from '@doorwright/crds/options/oauth-scopes.ts';
import { groupNamesOf } from '../../kinds/user/group-names.ts';
import type { ProtocolDeps } from '../deps.ts';
import { nameAt } from './told-user.ts';

/**
 * The claim with the names of a user's groups, for a token or userinfo whose scope asks for it. Groups of another organization have its name before
 * theirs: a program may make an administrator of everybody in a group, and two organizations may have a group of one name.
 */
export async function groupsIn(
  scope: string | undefined,
  user: User,
  application: Application,
  { db, store }: Pick<ProtocolDeps, 'db' | 'store'>,
): Promise<Record<string, unknown>> {
  if (!scope?.split(' ').includes(groups)) return {};
  const names = await groupNamesOf(user, { sql: db, store });
  return { [groups]: names.map((name) => nameAt(application, { owner: user.owner, name })) };
}
