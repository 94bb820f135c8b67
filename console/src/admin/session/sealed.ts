import type { Kind, Row } from '@doorwright/crds';
import { type Account, isGlobalAdmin } from './account.ts';

/** The model names the field that seals an object. Only global administrators change a sealed object, with a reason. */
export const isSealed = ({ sealedBy }: Kind, object: Row) => sealedBy !== undefined && Boolean(object[sealedBy]);

export const mayUnseal = (account: Account | null | undefined) => Boolean(account && isGlobalAdmin(account));

/** A write or a deletion. A sealed object needs the reason. */
export interface Change {
  object: Row;
  reason?: string;
}
