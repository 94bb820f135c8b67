import type { FieldProblem } from '../../../../core/errors.ts';
import type { Draft } from '../../../../core/objects/rules/kind-hooks.ts';
import type { KnownPeople } from './known-people.ts';
import type { Person } from './person.ts';

/** A user who is there, a new one, or one whose name, address or id somebody else has. */
export type Identity = { is: 'known'; user: Draft } | { is: 'new' } | { is: 'taken'; problem: FieldProblem };

const taken = (field: string): Identity => ({ is: 'taken', problem: { field, code: 'taken' } });

/** Finds the user whom an object is about: by their id, or by their name if the source has no id. */
export function identify({ user }: Person, known: KnownPeople): Identity {
  const same = known.find('id', user);
  // A comparison would say whether somebody guessed their password.
  if (same?.isGlobalAdmin || (!user.id && known.find('name', user)?.isGlobalAdmin))
    return { is: 'taken', problem: { field: 'isGlobalAdmin', code: 'right-not-held' } };
  if (same) return same.owner === user.owner ? { is: 'known', user: same } : taken('id');
  if (user.id && known.isUsed(user)) return taken('id');
  const named = known.find('name', user);
  if (named) return user.id ? taken('name') : { is: 'known', user: named };
  for (const field of ['email', 'phone'] as const) if (known.find(field, user)) return taken(field);
  return { is: 'new' };
}
