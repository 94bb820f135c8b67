import type { Kind } from '@doorwright/crds';
import { secretsOf } from '@doorwright/crds/derive/paths.ts';
import { fieldsOf } from '@doorwright/crds/derive/schema.ts';
import type { Application } from '@doorwright/crds/models/application.ts';
import type { User } from '@doorwright/crds/models/user.ts';

/** What the era's clients read from a token although it is no fact about the user any more: always empty. */
const emptied = { password: '' };

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

/** The part of an access token that tells of its user, by the application's token format. */
export function factsOfUser(kind: Kind, user: User, format: Application['tokenFormat']): Record<string, unknown> {
  if (format === 'JWT-Empty') return { owner: user.owner, name: user.name };
  return { ...publicFacts(kind, user), ...emptied };
}

/** An application that acts for itself is somebody too. */
export const factsOfApplication = ({ owner, name }: Pick<Application, 'owner' | 'name'>) => ({
  owner,
  name: `app/${name}`,
  id: `${owner}/${name}`,
});
