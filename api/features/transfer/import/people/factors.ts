import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Draft, Work } from '../../../../core/objects/rules/kind-hooks.ts';
import { digestsOfForeign } from '../../../../signin/factors/recovery-codes.ts';
import { type NewFactor, storeFirstFactors } from '../../../../signin/factors/stored-factors.ts';
import { toldProblem } from '../results.ts';
import type { Person } from './person.ts';

/** The most digests of a factor. */
const mostCodes = 20;

/** The second factors of a new user. */
export function factorsOfPerson({ object, user, app, problems }: Person, { box }: Pick<Work, 'box'>): NewFactor[] {
  const sent = { codes: object.recoveryCodes ?? [], sha512: object.recoveryDigests ?? [] };
  const digests = digestsOfForeign(box, { id: String(user.id) }, sent);
  if (digests.length > mostCodes)
    problems.push(toldProblem({ field: 'recoveryDigests', code: 'too-many-entries', params: { max: mostCodes } }));
  return [
    ...(app ? [{ type: 'totp', secret: app.toString('base64url'), lastStep: 0 }] : []),
    ...(digests.length > 0 ? [{ type: 'recovery', digests: digests.slice(0, mostCodes) }] : []),
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
