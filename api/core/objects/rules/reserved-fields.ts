import type { Kind } from '@doorwright/crds';
import { type Caller, isGlobalAdmin } from '../../callers.ts';
import { unlessOwed } from '../../owed-proof.ts';
import { isSame } from './empty-value.ts';
import { invalid } from './input.ts';

/** Refuses a change of fields that only global administrators change, such as the state and the price of a payment (S52). */
export function refuseReserved(
  kind: Kind,
  object: Record<string, unknown>,
  before: Record<string, unknown>,
  caller: Caller,
): void {
  if (isGlobalAdmin(caller)) return;
  const changed = (kind.reserved ?? []).filter((field) => !isSame(object[field], before[field]));
  if (changed.length > 0)
    throw unlessOwed(caller, invalid(changed.map((field) => ({ field, code: 'not-changeable' }))));
}
