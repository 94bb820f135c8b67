import type { Knex } from 'knex';
import { Refusal } from '../../../../core/errors.ts';
import type { Draft, Work } from '../../../../core/objects/rules/kind-hooks.ts';
import type { Db } from '../../../../db/knex.ts';
import { passwordColumns, usedPasswordColumns } from '../../../../kinds/user/new-password.ts';
import { cachedCosts, invalidateCosts } from '../../../../kinds/user/passwords/cached-costs.ts';
import { ownCosts } from '../../../../kinds/user/passwords/digest-costs.ts';
import { hashAll } from '../../../../kinds/user/upload/hash-all.ts';
import { costOf, tooManyCosts, withoutTooCostly } from '../../../../kinds/user/upload/without-too-costly.ts';
import { toldProblem } from '../results.ts';
import type { Placed } from './places.ts';

const noPassword = { password: '', passwordSalt: '', passwordType: '', passwordChangedTime: '' };

/** A batch whose costs the organization has already adds none, so nobody needs to read all of its digests. */
async function addsNoCost(db: Db, placed: readonly Placed[]): Promise<boolean> {
  for (const { person, organization } of placed) {
    const cost = costOf(person);
    if (!cost || ownCosts(organization.passwordType).has(cost)) continue;
    if (!(await cachedCosts(db, organization.name)).includes(cost)) return false;
  }
  return true;
}

/** Takes the digests away that would give an organization too many costs, because a wrong password pays each of them. */
export async function withPayableDigests(db: Db, work: Work, placed: readonly Placed[]): Promise<Placed[]> {
  if (await addsNoCost(db, placed)) return [...placed];
  const owners = new Set(placed.map(({ organization }) => organization.name));
  (work.sql as Knex.Transaction).executionPromise.then(
    () => owners.forEach((owner) => void invalidateCosts(db, owner)),
    () => undefined,
  );
  const { costly } = await withoutTooCostly(
    work,
    placed.map(({ person }) => person),
  );
  const late = new Set(costly);
  return placed.map((each) => {
    if (!late.has(each.person)) return each;
    const problems = [
      ...each.person.problems,
      ...tooManyCosts.fields.map((problem) => toldProblem({ ...problem, field: 'digest' })),
    ];
    return { ...each, person: { ...each.person, user: { ...each.person.user, ...noPassword }, problems } };
  });
}

/** Hashes readable passwords. The rules for new ones leave a bad one out, but a password that its user has goes on. */
export const withHashedPasswords = (work: Work, placed: readonly Placed[]): Promise<Placed[]> =>
  hashAll(placed, async (each) => {
    const { person, organization } = each;
    if (!person.plain) return each;
    try {
      const hashed = person.isUsed ? usedPasswordColumns : passwordColumns;
      const columns = await hashed(person.plain, organization, work.now);
      return { ...each, person: { ...person, user: { ...person.user, ...columns } as Draft } };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, params } = error;
      const problems = [
        ...person.problems,
        toldProblem({ field: person.isUsed ? 'digest' : 'password', code, params }),
      ];
      return { ...each, person: { ...person, user: { ...person.user, ...noPassword }, problems } };
    }
  });
