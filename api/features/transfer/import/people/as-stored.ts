import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import { checkRights } from '../../../../core/objects/rules/check-rights.ts';
import type { Work } from '../../../../core/objects/rules/kind-hooks.ts';
import type { Db } from '../../../../db/knex.ts';
import { nextRanking, withDefaults } from '../../../../kinds/user/user.ts';
import type { NewFactor } from '../../../../signin/factors/stored-factors.ts';
import { factorsOfPerson } from './factors.ts';
import { passkeyColumns, withOwnPasskeys } from './passkeys.ts';
import { withHashedPasswords, withPayableDigests } from './passwords.ts';
import type { Placed } from './places.ts';

export type New = Placed & { factors: readonly NewFactor[] };

/** The new users as they are stored. */
export async function asStored(db: Db, work: Work, fresh: readonly Placed[]): Promise<New[]> {
  const paid = await withOwnPasskeys(work, await withPayableDigests(db, work, fresh));
  const rankings = new Map<string, number>();
  for (const { name } of new Set<Organization>(paid.map(({ organization }) => organization)))
    rankings.set(name, await nextRanking(name, work));
  return (await withHashedPasswords(work, paid)).map(({ person, organization }) => {
    checkRights(person.user, undefined, work);
    const ranking = rankings.get(organization.name) ?? 1;
    rankings.set(organization.name, ranking + 1);
    const user = withDefaults(person.user, organization, ranking);
    const complete = { ...person, user };
    const factors = factorsOfPerson(complete, work);
    Object.assign(
      user,
      passkeyColumns(
        person,
        factors.map(({ type }) => type),
      ),
    );
    return { person: complete, organization, factors };
  });
}
