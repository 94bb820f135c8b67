import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Draft, Work } from '../../../../core/objects/rules/kind-hooks.ts';
import { digestsOfForeign } from '../../../../signin/factors/recovery-codes.ts';
import { type NewFactor, storeFirstFactors } from '../../../../signin/factors/stored-factors.ts';
import type { Person } from './person.ts';

/** The second factors of a new user. */
export function factorsOfPerson({ user, app, codes }: Person, { box }: Pick<Work, 'box'>): NewFactor[] {
  const digests = digestsOfForeign(box, { id: String(user.id) }, codes);
  return [
    ...(app ? [{ type: 'totp', secret: app.toString('base64url'), lastStep: 0 }] : []),
    ...(digests.length > 0 ? [{ type: 'recovery', digests }] : []),
  ];
}

/** Stores the second factors of users who were added. Their rows note them already. */
export const storeFactors = (work: Work, added: readonly { user: Draft; factors: readonly NewFactor[] }[]) =>
  storeFirstFactors(
    work.sql,
    work,
    added.flatMap(({ user, factors }) =>
      factors.map((factor) => ({ user: user as unknown as Pick<User, 'owner' | 'name'>, factor })),
    ),
    work.now,
  );
