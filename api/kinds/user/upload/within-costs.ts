import { Refusal } from '../../../core/errors.ts';
import type { Db } from '../../../db/knex.ts';
import { type Cost, judgeDigest, mostCosts } from '../passwords/digest-costs.ts';
import { forgetCosts, knownCosts } from '../passwords/known-costs.ts';
import type { PasswordType } from '../passwords/passwords.ts';
import { type Candidate, failed, type RowReport, wrongOf } from './candidates.ts';

const tooMany = new Refusal(
  'invalid',
  {},
  { fields: [{ field: 'password', code: 'password-costs-many', params: { max: mostCosts } }] },
);

/**
 * Parts the rows whose digests have the costs that an organization may have from those of a further cost. A wrong password pays
 * each cost once, so that a sheet of many would make a stranger's one keep the server busy for hours.
 */
export async function withinCosts(
  db: Db,
  candidates: readonly Candidate[],
  language: string,
): Promise<{ payable: Candidate[]; reports: RowReport[] }> {
  const costs = new Map<string, Set<Cost>>();
  for (const owner of new Set(candidates.map(({ user }) => String(user.owner)))) {
    forgetCosts(db, owner);
    costs.set(owner, new Set(await knownCosts(db, owner)));
  }
  const isPayable = ({ user }: Candidate): boolean => {
    const known = costs.get(String(user.owner));
    const cost = user.passwordType
      ? judgeDigest(user.passwordType as PasswordType, String(user.password))?.cost
      : undefined;
    if (!cost || known?.has(cost)) return true;
    return known !== undefined && known.size < mostCosts && Boolean(known.add(cost));
  };
  const payable = candidates.filter(isPayable);
  const kept = new Set(payable);
  const others = candidates.filter((each) => !kept.has(each));
  return { payable, reports: others.map((each) => failed(each, wrongOf(tooMany, language))) };
}
