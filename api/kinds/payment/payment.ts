import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { PaymentState } from '@doorwright/crds/options/payment.ts';
import { amountOf } from '@doorwright/crds/values/money.ts';
import { administers, isGlobalAdmin, nameOf } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import type { Draft, Hooks, Work } from '../../core/objects/rules/kind-hooks.ts';
import { checkInvoice } from './invoice-check.ts';
import { moveGoods } from './move-goods.ts';
import { addLine } from './timeline.ts';

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

const amount = ({ price, currency }: Draft) => amountOf(Number(price), currency as Payment['currency']) ?? 0;

/** A payment without a user belongs to the administrator who adds it. Nobody has paid it through a channel. */
function beforeAdd(payment: Draft, { caller }: Work): Draft {
  const user = payment.user || (caller.type === 'user' && payment.organization === caller.owner ? caller.name : '');
  return { ...payment, user, amount: amount(payment), isByHand: true } as Draft;
}

/** The facts of a sale. The vendor vouches for them, until a person changes one. */
const facts = ['organization', 'user', 'provider', 'type', 'productName', 'currency', 'price', 'state'] as const;

async function beforeUpdate(payment: Draft, before: Draft, work: Work): Promise<Draft> {
  checkInvoice(payment, before);
  const changed = facts.filter((field) => payment[field] !== before[field]);
  if (changed.length === 0 || !isGlobalAdmin(work.caller)) return payment;
  // A confirmation is about the facts that the person saw.
  const isConfirmed = payment.confirmation !== before.confirmation;
  const draft = {
    ...payment,
    amount: amount(payment),
    isByHand: true,
    confirmation: isConfirmed ? String(payment.confirmation) : '',
  } as Draft;
  if (!changed.includes('state')) return draft;
  const to = payment.state as PaymentState;
  const by = nameOf(work.caller);
  await addLine(work, { name: String(before.name), state: to }, { type: 'changed', cause: 'person', by });
  // An order that somebody placed has a time to pay. A payment that was added by hand never took a piece.
  const order = before as unknown as Payment;
  const context = {
    ...{ caller: work.caller, now: work.now, method: '', uri: '' },
    action: 'update-payment',
    clientIp: '',
  };
  const goods = order.expireTime ? await moveGoods(work, context, order, to) : { holdsStock: false };
  return { ...draft, ...goods, openOrder: '', askTime: '' };
}

/** A buyer can pay an open order still, and its piece is missing in the stock. Only the first order of a renewal knows how to end it. */
function beforeRemove({ state, holdsStock, name, renewalAskTime }: Draft): void {
  if (state === 'Created' && holdsStock) throw new Refusal('payment-open', { name: String(name) });
  if (renewalAskTime) throw new Refusal('payment-renews', { name: String(name) });
}

export const paymentHooks: Hooks = {
  beforeAdd,
  beforeUpdate,
  beforeRemove: async (payment) => beforeRemove(payment),
  async present(shown, payment, work, read) {
    const [visible] = read === 'one' ? await visiblePayments([payment], work) : [payment];
    if (!visible) throw new Refusal('not-found', { kind: 'Payment', id: `${payment.owner}/${payment.name}` });
    return shown;
  },
};
