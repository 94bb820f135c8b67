import type { Row } from '@doorwright/crds';
import { type Account, isGlobalAdmin, useAccount } from '../../../session/account.ts';
import { standingOf } from '../account-rules.ts';

/** The user of the page. */
export interface Whom {
  owner: string;
  name: string;
}

export const whomOf = ({ owner, name }: Row): Whom => ({ owner: String(owner), name: String(name) });

export const idOf = ({ owner, name }: Whom) => `${owner}/${name}`;

const mayCare = (account: Account, user: Row) =>
  standingOf(account, user) === 'administrator' && (isGlobalAdmin(account) || user.isGlobalAdmin !== true);

/**
 * Whether the signed-in user may act on the user, and whether the two are one. The api decides: nobody acts on a user with more rights
 * than their own. This hides actions that it would refuse.
 */
export function useCare(user: Row) {
  const account = useAccount();
  return {
    may: Boolean(account && mayCare(account, user)),
    isSelf: account?.owner === user.owner && account?.name === user.name,
  };
}
