import { type ApiAccess, apiAccesses } from '@doorwright/crds/options/api-access.ts';
import { administers, type Caller, isGlobalAdmin, isImpersonated, platform } from '../../callers.ts';
import { Refusal } from '../../errors.ts';
import { unlessOwed } from '../../owed-proof.ts';
import type { Draft, Work } from './kind-hooks.ts';

export function refuseRight(field: string, caller: Caller): never {
  throw unlessOwed(caller, new Refusal('rights-not-held', { field }, { fields: [{ field, code: 'right-not-held' }] }));
}

/** An administrator with a master password may not set passwords, so they cannot give this right to others. */
const givesAdministration = ({ caller }: Pick<Work, 'caller'>, organization: string): boolean =>
  administers(caller, organization) && !isImpersonated(caller);

/** An administrator who may not set passwords cannot create an application that may (S17). */
export function checkApiAccess(draft: Draft, before: Draft, { caller }: Pick<Work, 'caller'>): void {
  const widthOf = ({ apiAccess }: Draft) => apiAccesses.indexOf(apiAccess as ApiAccess);
  if (isImpersonated(caller) && widthOf(draft) > widthOf(before)) refuseRight('apiAccess', caller);
}

/**
 * A token of an application does not name the administrator who wrote it, so they need the right to set passwords
 * (S17).
 */
export function checkApplicationToken(organization: string, work: Pick<Work, 'caller'>): void {
  if (!givesAdministration(work, organization)) refuseRight('user', work.caller);
}

/** Nobody gives a right that they do not have, or changes a user with more rights (S11). */
export function checkRights(draft: Draft, before: Draft | undefined, work: Pick<Work, 'caller'>): void {
  if (isGlobalAdmin(work.caller)) return;
  // A caller who changes a global administrator's password or address could sign in as them.
  if (before?.isGlobalAdmin) refuseRight('isGlobalAdmin', work.caller);
  if (draft.isGlobalAdmin) refuseRight('isGlobalAdmin', work.caller);
  if (draft.owner === platform) refuseRight('owner', work.caller);
  if (draft.isAdmin && !before?.isAdmin && !givesAdministration(work, draft.owner)) refuseRight('isAdmin', work.caller);
}

/**
 * Nobody takes passkeys, links, tokens, sessions or factors from a user with more rights than their own. Each route and hook that does so
 * passes this check.
 */
export const checkRightsOver = (user: Draft, work: Pick<Work, 'caller'>): void => checkRights(user, user, work);

const canAdminister = (user: Draft) =>
  (user.owner === platform || user.isGlobalAdmin === true) && !user.isForbidden && !user.isDeleted;

/**
 * One global administrator always remains (S15). The lock makes concurrent removals take turns, so that the second
 * one sees the first.
 */
export async function requireOtherAdministrator(before: Draft, after: Draft | undefined, work: Work): Promise<void> {
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
