import type { Kind } from '@doorwright/crds';
import { secretsOf } from '@doorwright/crds/derive/paths.ts';
import { fieldsOf } from '@doorwright/crds/derive/schema.ts';
import type { Application } from '@doorwright/crds/models/application.ts';
import type { User } from '@doorwright/crds/models/user.ts';
import { memoryOf } from '../../memory/memory.ts';
import { type Memberships, membershipsOf, tellingOwners } from '../../resources/memberships.ts';
import type { ProtocolDeps } from '../deps.ts';

/** What the era's clients read from a token although it is no fact about the user any more: always empty. */
const emptied = { password: '' };

type Deps = Pick<ProtocolDeps, 'db' | 'store' | 'registry'>;

/** Facts of the user that are no secret; values that secrets hang on, such as passkeys, stay out as a whole. */
function publicFacts(kind: Kind, user: User): Record<string, unknown> {
  const secret = new Set(secretsOf(kind).map(({ field }) => field));
  const shown = fieldsOf(kind).filter(({ name, computed }) => !computed && !secret.has(name) && name !== 'version');
  return Object.fromEntries(
    shown
      .map(({ name }) => [name, (user as Record<string, unknown>)[name]])
      .filter(([name, value]) => name !== 'tag' || value),
  );
}

const withoutVersion = ({ version: _, ...fact }: Record<string, unknown>) => fact;

/** Most organizations have none, which is remembered: then nobody is asked for a user's. */
async function memberships(user: User, deps: Deps): Promise<Memberships> {
  if (!(await memoryOf(deps).membershipsIn(user.owner)).any) return { roles: [], permissions: [] };
  const { roles, permissions } = await membershipsOf(user, { ...deps, sql: deps.db }, tellingOwners(user.owner));
  return { roles: roles.map(withoutVersion), permissions: permissions.map(withoutVersion) };
}

/** The part of an access token that tells of its user, by the application's token format. */
export async function factsOfUser(
  user: User,
  format: Application['tokenFormat'],
  deps: Deps,
): Promise<Record<string, unknown>> {
  if (format === 'JWT-Empty') return { owner: user.owner, name: user.name };
  return { ...publicFacts(deps.registry.named('user'), user), ...emptied, ...(await memberships(user, deps)) };
}

/** An application that acts for itself is somebody too. */
export const factsOfApplication = ({ owner, name }: Pick<Application, 'owner' | 'name'>) => ({
  owner,
  name: `app/${name}`,
  id: `${owner}/${name}`,
});
