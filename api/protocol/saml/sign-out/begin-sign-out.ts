import type { SignOutFrom } from '../../../signin/contracts/saml-authority.ts';
import type { AccountDeps } from '../../../signin/place/deps.ts';
import { leavePath } from '../names.ts';
import { toTell } from './chain.ts';
import { keepChain, newChainId } from './kept-chain.ts';
import { samlVisitsOf } from './visits.ts';

/** Keeps the way of a browser through the service providers of a session that is about to end, and says where it begins. */
export async function beginSignOut(
  deps: AccountDeps,
  { session, end }: SignOutFrom,
  now: Date,
): Promise<string | undefined> {
  const told = await toTell(deps, await samlVisitsOf(deps.db, [session]));
  if (told.left.length === 0) return;
  const id = newChainId();
  await keepChain(deps.db, id, { ...told, ...(end && { end }) }, now);
  return `${leavePath}?${new URLSearchParams({ chain: id })}`;
}
