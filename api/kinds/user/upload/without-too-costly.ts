import { Refusal } from '../../../core/errors.ts';
import type { Draft, Work } from '../../../core/objects/rules/kind-hooks.ts';
import { organizationNamed } from '../../../core/objects/rules/organization-named.ts';
import { readCosts } from '../passwords/cached-costs.ts';
import { type Cost, inspectDigest, mostCosts, ownCosts } from '../passwords/digest-costs.ts';
import type { PasswordType } from '../passwords/passwords.ts';

export const tooManyCosts = new Refusal(
  'invalid',
  {},
  { fields: [{ field: 'password', code: 'password-costs-many', params: { max: mostCosts } }] },
);

interface Candidate {
  user: Draft;
}

export const costOf = ({ user }: Candidate): Cost | undefined =>
  user.passwordType ? inspectDigest(user.passwordType as PasswordType, String(user.password))?.cost : undefined;

/** Until the transaction ends, no other upload adds costs to these organizations. */
async function lockCosts({ sql }: Work, owners: readonly string[]): Promise<void> {
  await sql.raw('SELECT pg_advisory_xact_lock(hashtextextended(name, 0)) FROM unnest(CAST(? AS text[])) AS name', [
    // All uploads take the locks in the same order, so that no two wait for each other.
    owners.map((owner) => `digest costs ${owner}`).toSorted(),
  ]);
}

/**
 * Separates users whose digests would give an organization too many costs. A wrong password pays each cost once. So
 * a sheet with many costs would let strangers keep the server busy for hours.
 */
export async function withoutTooCostly<C extends Candidate>(
  work: Work,
  candidates: readonly C[],
): Promise<{ payable: C[]; costly: C[] }> {
  const owners = [...new Set(candidates.filter(costOf).map(({ user }) => String(user.owner)))];
  if (work.sql.isTransaction) await lockCosts(work, owners);
  const costs = new Map<string, Set<Cost>>();
  for (const owner of owners) {
    const type = (await organizationNamed(owner, work))?.passwordType ?? 'argon2id';
    costs.set(owner, new Set([...ownCosts(type), ...(await readCosts(work.sql, owner))]));
  }
  const isPayable = (candidate: C): boolean => {
    const cost = costOf(candidate);
    const known = costs.get(String(candidate.user.owner));
    if (!cost || known?.has(cost)) return true;
    return known !== undefined && known.size < mostCosts && Boolean(known.add(cost));
  };
  const payable = candidates.filter(isPayable);
  const kept = new Set(payable);
  return { payable, costly: candidates.filter((each) => !kept.has(each)) };
}
