import type { Kind } from '@doorwright/crds';
import { type Caller, isGlobalAdmin } from '../../callers.ts';
import { unlessOwed } from '../../owed-proof.ts';
import { refuseRight } from './check-rights.ts';
import { isSame } from './empty-value.ts';
import { invalid } from './input.ts';

const isReserved = ({ reserved = {} }: Kind, field: string, value: unknown) =>
  reserved[field]?.includes(value) ?? false;

const hasReserved = (kind: Kind, object: Record<string, unknown>) =>
  Object.keys(kind.reserved ?? {}).some((field) => isReserved(kind, field, object[field]));

/**
 * Refuses a new value that only global administrators give, such as the paid state of a payment. It also refuses a change of what
 * this value vouches for, such as the price (S52).
 */
export function refuseReserved(
  kind: Kind,
  object: Record<string, unknown>,
  before: Record<string, unknown> | undefined,
  caller: Caller,
): void {
  if (isGlobalAdmin(caller)) return;
  for (const field of Object.keys(kind.reserved ?? {}))
    if (object[field] !== before?.[field] && isReserved(kind, field, object[field])) refuseRight(field, caller);
  if (!before || !hasReserved(kind, before)) return;
  const changed = (kind.reservedWith ?? []).filter((field) => !isSame(object[field], before[field]));
  if (changed.length > 0)
    throw unlessOwed(caller, invalid(changed.map((field) => ({ field, code: 'not-changeable' }))));
}

/** The start values that the caller may give to a new object. */
export const permittedStarts = (kind: Kind, caller: Caller): [field: string, value: unknown][] =>
  Object.entries(kind.starts ?? {}).filter(
    ([field, value]) => isGlobalAdmin(caller) || !isReserved(kind, field, value),
  );
