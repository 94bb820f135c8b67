import { administers } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import type { Draft, Hooks, Work } from '../../core/objects/kind-hooks.ts';

/**
 * Those of the payments that the caller may be told of. They stay when their payer is deleted, and whoever is called so later
 * reads nothing of him: it was paid before he came.
 */
export async function toldPayments(
  payments: readonly Draft[],
  { caller, sql, store }: Pick<Work, 'caller' | 'sql' | 'store'>,
): Promise<readonly Draft[]> {
  if (caller.type !== 'user' || payments.every(({ organization }) => administers(caller, String(organization))))
    return payments;
  const payer = await store('user').find(sql, caller.owner, caller.name);
  return payments.filter(({ createdTime }) => payer && createdTime >= payer.createdTime);
}

/** An administrator who names nobody bought it. */
const beforeAdd = (payment: Draft, { caller }: Work): Draft =>
  caller.type === 'user' && !payment.user && payment.organization === caller.owner
    ? { ...payment, user: caller.name }
    : payment;

export const paymentHooks: Hooks = {
  beforeAdd,
  async present(shown, payment, work, read) {
    const [told] = read === 'one' ? await toldPayments([payment], work) : [payment];
    if (!told) throw new Refusal('not-found', { kind: 'Payment', id: `${payment.owner}/${payment.name}` });
    return shown;
  },
};
