import type { Kind, Row } from '@doorwright/crds';
import { type Account, isGlobalAdmin } from './account.ts';

/** The model says which field seals an object. The api takes changes of a sealed one from global administrators alone, for a reason. */
export const isSealed = ({ sealedBy }: Kind, object: Row) => sealedBy !== undefined && Boolean(object[sealedBy]);

export const mayUnseal = (account: Account | null | undefined) => Boolean(account && isGlobalAdmin(account));

/** A write or a deletion. A sealed object needs the reason. */
export interface Change {
  object: Row;
  reason?: string;
}
