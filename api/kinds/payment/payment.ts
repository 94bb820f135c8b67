import { administers } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import type { Draft, Hooks, Work } from '../../core/objects/rules/kind-hooks.ts';

/**
 * The payments that the caller may see. Payments stay after their payer is deleted. A user who takes the deleted
 * user's name does not see them, because they are older than the account.
 */
export async function visiblePayments(
  payments: readonly Draft[],
  { caller, sql, store }: Pick<Work, 'caller' | 'sql' | 'store'>,
): Promise<readonly Draft[]> {
  if (caller.type !== 'user' || payments.every(({ organization }) => administers(caller, String(organization))))
    return payments;
  const payer = await store('user').find(sql, caller.owner, caller.name);
  return payments.filter(({ createdTime }) => payer && createdTime >= payer.createdTime);
}

/** A payment without a user belongs to the administrator who adds it. */
const beforeAdd = (payment: Draft, { caller }: Work): Draft =>
  caller.type === 'user' && !payment.user && payment.organization === caller.owner
    ? { ...payment, user: caller.name }
    : payment;

export const paymentHooks: Hooks = {
  beforeAdd,
  async present(shown, payment, work, read) {
    const [visible] = read === 'one' ? await visiblePayments([payment], work) : [payment];
    if (!visible) throw new Refusal('not-found', { kind: 'Payment', id: `${payment.owner}/${payment.name}` });
    return shown;
  },
};
