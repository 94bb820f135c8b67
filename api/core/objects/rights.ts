import { type ApiAccess, apiAccesses } from '@doorwright/crds/options/api-access.ts';
import { administers, isGlobalAdmin, isImpersonated, platform } from '../callers.ts';
import { Refusal } from '../errors.ts';
import type { Draft, Work } from './hooks.ts';

function refuse(field: string): never {
  throw new Refusal('rights-not-held', { field }, { fields: [{ field, code: 'right-not-held' }] });
}

/** An administrator who came in by a master password lacks the right to set passwords, which everybody else who administers has. */
const givesAdministration = ({ caller }: Pick<Work, 'caller'>, organization: string): boolean =>
  administers(caller, organization) && !isImpersonated(caller);

/** S17: an application that sets passwords is not made by an administrator who may set none. */
export function checkApiAccess(draft: Draft, before: Draft, { caller }: Pick<Work, 'caller'>): void {
  const widthOf = ({ apiAccess }: Draft) => apiAccesses.indexOf(apiAccess as ApiAccess);
  if (isImpersonated(caller) && widthOf(draft) > widthOf(before)) refuse('apiAccess');
}

/** S17: an application's own token tells nothing of the administrator who wrote it. */
export function checkApplicationToken(organization: string, work: Pick<Work, 'caller'>): void {
  if (!givesAdministration(work, organization)) refuse('user');
}

/** S11: nobody gives a right that he does not hold, nor acts on somebody who holds more. */
export function checkRights(draft: Draft, before: Draft | undefined, work: Pick<Work, 'caller'>): void {
  if (isGlobalAdmin(work.caller)) return;
  // Whoever could change a global administrator's password or address could become one.
  if (before?.isGlobalAdmin) refuse('isGlobalAdmin');
  if (draft.isGlobalAdmin) refuse('isGlobalAdmin');
  if (draft.owner === platform) refuse('owner');
  if (draft.isAdmin && !before?.isAdmin && !givesAdministration(work, draft.owner)) refuse('isAdmin');
}

const canAdminister = (user: Draft) =>
  (user.owner === platform || user.isGlobalAdmin === true) && !user.isForbidden && !user.isDeleted;

/**
 * S15: somebody who administers everything is always left. The lock on the platform's own organization makes those who
 * would leave at the same time go one after the other, so that the second sees the first gone.
 */
export async function keepAnAdministrator(before: Draft, after: Draft | undefined, work: Work): Promise<void> {
  if (!canAdminister(before) || (after && canAdminister(after))) return;
  await work.store('organization').find(work.sql, 'admin', platform, 'forUpdate');
  const other = await work
    .sql(work.store('user').table)
    .where({ is_forbidden: false, is_deleted: false })
    .where((each) => each.where('owner', platform).orWhere('is_global_admin', true))
    .whereRaw('(owner, name) <> (?, ?)', [before.owner, String(before.name)])
    .first('name');
  if (!other) throw new Refusal('last-administrator', { id: `${before.owner}/${before.name}` });
}
