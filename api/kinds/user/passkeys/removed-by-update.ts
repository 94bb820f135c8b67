import type { User } from '@doorwright/crds/kinds/user.ts';
import { administers, isUser } from '../../../core/callers.ts';
import { Refusal } from '../../../core/errors.ts';
import { proofRequired, requireFreshProof } from '../../../core/fresh-proof.ts';
import type { Draft, Work } from '../../../core/objects/rules/kind-hooks.ts';
import { hasWayIn } from '../way-in.ts';
import { deletePasskeys, fieldsWith, idOfWire, passkeysOf } from './stored-passkeys.ts';

const idsIn = (draft: Draft) => (draft as Draft & User).webauthnCredentials.map(({ ID }) => idOfWire(ID));

/**
 * Clients of Casdoor 2022 remove a passkey by update-user with a shorter list. It needs a fresh proof, and users keep their last
 * way in. Returns the fields of the user that say which passkeys are left.
 */
export async function removedByUpdate(draft: Draft, before: Draft, work: Work): Promise<Partial<Draft>> {
  const kept = idsIn(draft);
  if (idsIn(before).every((id) => kept.includes(id))) return {};
  const { sql, store, caller, now } = work;
  const owned = { owner: before.owner, name: String(before.name) };
  const had = await passkeysOf(sql, { store }, owned);
  const removed = had.filter(({ id }) => !kept.includes(id));
  if (removed.length === 0) return {};
  requireFreshProof(caller, now);
  // The same rule as where users remove single passkeys: the password alone is not enough.
  const isProved = caller.type !== 'user' || caller.hasFactor || removed.every(({ isSuspect }) => isSuspect);
  if (!isProved && isUser(caller, owned.owner, owned.name)) throw proofRequired();
  const rest = had.filter((each) => !removed.includes(each));
  const fields = fieldsWith(before as Draft & User, rest);
  if (!administers(caller, before.owner) && !(await hasWayIn(work, { ...(draft as Draft & User), ...fields })))
    throw new Refusal('passkey-last');
  await deletePasskeys(
    sql,
    { store },
    owned,
    removed.map(({ id }) => id),
  );
  return fields;
}
