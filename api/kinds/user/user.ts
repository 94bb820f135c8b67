import { randomUUID } from 'node:crypto';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { administers, belongsTo, isGlobalAdmin, isUser } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { checkRights, requireOtherAdministrator } from '../../core/objects/rules/check-rights.ts';
import type { Draft, Hooks, Work } from '../../core/objects/rules/kind-hooks.ts';
import { organizationNamed } from '../../core/objects/rules/organization-named.ts';
import { mask } from '../../core/objects/rules/present.ts';
import { membershipsOf } from '../memberships.ts';
import { allowedChanges, relationTo, visiblePart } from './account-items.ts';
import { checkContacts } from './check-contacts.ts';
import { endSignIns } from './end-sign-ins.ts';
import { passwordColumns } from './new-password.ts';
import { removedByUpdate } from './passkeys/removed-by-update.ts';
import { keepUsed } from './passwords/used-passwords.ts';
import { refuseOwnedBySource, shownSources } from './source-fields.ts';
import { writeBackChange } from './write-back-job.ts';

async function organizationOfUser(owner: string, work: Work) {
  const organization = await organizationNamed(owner, work);
  if (!organization) {
    const problem = { code: 'no-such-object', params: { kind: 'organization', name: owner } } as const;
    throw new Refusal('unknown-reference', {}, { fields: [{ field: 'owner', ...problem }] });
  }
  return organization;
}

/** One more than the newest user's rank. Counting a million users would be slow, and equal ranks do no harm. */
export async function nextRanking(owner: string, { sql, store }: Work): Promise<number> {
  const last = await sql(store('user').table)
    .where({ owner })
    .orderBy([
      { column: 'created_time', order: 'desc' },
      { column: 'name', order: 'desc' },
    ])
    .first('ranking');
  return (last?.ranking ?? 0) + 1;
}

/** A new user with default values for missing fields. */
export const withDefaults = (draft: Draft, { defaultAvatar }: Organization, ranking: number): Draft => ({
  ...draft,
  id: draft.id || randomUUID(),
  displayName: draft.displayName || draft.name,
  ranking: draft.ranking || ranking,
  avatar: draft.avatar || defaultAvatar,
  isDefaultAvatar: !draft.avatar,
});

async function beforeAdd(draft: Draft, work: Work): Promise<Draft> {
  checkRights(draft, undefined, work);
  const organization = await organizationOfUser(draft.owner, work);
  checkContacts(draft, organization);
  const password = await passwordColumns(String(draft.password), organization, work.now);
  return { ...withDefaults(draft, organization, await nextRanking(draft.owner, work)), ...password };
}

/**
 * Administrators set a password by writing it. Users, and administrators for their own, call set-password, which asks for a proof. A
 * password of an administrator counts among the former ones. It is compared with none, because that would tell administrators what users had.
 */
async function changedPassword(draft: Draft, before: Draft, work: Work): Promise<Partial<Draft>> {
  const { password, passwordSalt } = before;
  if (draft.password === before.password || draft.password === '' || draft.password === mask)
    return { password, passwordSalt };
  const organization = await organizationOfUser(draft.owner, work);
  const columns = await passwordColumns(String(draft.password), organization, work.now);
  await keepUsed(work, before as Draft & User, organization, work.now);
  return columns;
}

/** What stays was right once, perhaps by other rules. */
const changedOf = (draft: Draft, before: Draft): Draft => ({
  ...draft,
  ...(draft.email === before.email && { email: '' }),
  ...(draft.phone === before.phone && { phone: '' }),
});

async function beforeUpdate(draft: Draft, before: Draft, work: Work): Promise<Draft> {
  const relation = relationTo(work.caller, before);
  const organization = await organizationOfUser(before.owner, work);
  // Every user has an id. An empty password comes from a client that could not read it.
  const sent = {
    ...draft,
    id: draft.id || before.id,
    password: draft.password || before.password,
    passwordSalt: before.passwordSalt,
  };
  const ruled = allowedChanges(sent, before, work.caller, organization.accountItems);
  const isOwn = isUser(work.caller, before.owner, String(before.name));
  if ((relation !== 'administrator' || isOwn) && ruled.password !== before.password)
    throw new Refusal(
      'field-rule',
      { field: 'Password' },
      { fields: [{ field: 'password', code: 'set-password-only' }] },
    );
  if (!ruled.displayName) throw new Refusal('display-name-empty');
  checkContacts(changedOf(ruled, before), organization);
  const sources = await refuseOwnedBySource(ruled, before, work);
  checkRights(ruled, before, work);
  await requireOtherAdministrator(before, ruled, work);
  const password = await changedPassword(ruled, before, work);
  const isLockedOut = (ruled.isForbidden && !before.isForbidden) || (ruled.isDeleted && !before.isDeleted);
  // A user who moves to another organization loses all sessions and tokens of the old one.
  const hasMoved = ruled.owner !== before.owner;
  // Sessions from before the promotion may come from a master password or an organization's administrator (S11,
  // S17).
  const isRaised = ruled.isGlobalAdmin === true && !before.isGlobalAdmin;
  if (isLockedOut || hasMoved || isRaised || password.password !== before.password) await endSignIns(before, work);
  const passkeys = await removedByUpdate(ruled, before, work);
  await writeBackChange(work, sources, { draft: ruled, before });
  return {
    ...ruled,
    ...password,
    ...passkeys,
    ...(ruled.email !== before.email && { emailVerified: false }),
    ...(ruled.phone !== before.phone && { phoneVerified: false }),
    ...(ruled.avatar !== before.avatar && { isDefaultAvatar: false }),
  };
}

async function beforeRemove(user: Draft, work: Work): Promise<'kept' | undefined> {
  checkRights(user, user, work);
  await requireOtherAdministrator(user, undefined, work);
  await endSignIns(user, work);
  const organization = await organizationNamed(user.owner, work);
  if (!organization?.enableSoftDeletion || user.isDeleted) {
    await work.sql(work.store('artifact').table).where('account_id', String(user.id)).delete();
    return;
  }
  await work.store('user').update(work.sql, user.owner, String(user.name), {
    ...user,
    isDeleted: true,
    version: user.version + 1,
  });
  return 'kept';
}

/** Strangers see no users of an organization with private profiles. */
export async function mayReadProfiles(owner: string, work: Work): Promise<boolean> {
  if (isGlobalAdmin(work.caller) || belongsTo(work.caller, owner)) return true;
  return (await organizationNamed(owner, work))?.isProfilePublic ?? false;
}

async function present(
  shown: Record<string, unknown>,
  stored: Draft,
  work: Work,
  read: 'one' | 'list',
): Promise<Record<string, unknown>> {
  const relation = relationTo(work.caller, stored);
  const whole =
    read === 'one' && relation !== 'stranger'
      ? { ...shown, ...(await membershipsOf({ owner: stored.owner, name: String(stored.name) }, work)) }
      : shown;
  if (administers(work.caller, stored.owner))
    return read === 'one' ? { ...whole, sources: await shownSources(work, stored) } : whole;
  const organization = await organizationNamed(stored.owner, work);
  return visiblePart(whole, relation, organization?.accountItems ?? []);
}

export const userHooks: Hooks = {
  beforeAdd,
  beforeUpdate,
  beforeRemove,
  mayRead: async ({ owner, key }, work) => isUser(work.caller, owner, key) || mayReadProfiles(owner, work),
  present,
};
