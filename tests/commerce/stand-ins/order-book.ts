import type { Money } from '@doorwright/crds/values/money.ts';
import type { Ledger } from './vendor.ts';

export interface BookOrder {
  id: string;
  vendorId: string;
  notifyUrl: string;
  /** Empty for an order whose payment leads nowhere. */
  returnUrl: string;
  money: Money;
  expireTime: Date;
  /** All parameters of the order. The same number with other ones is refused. */
  terms: string;
  state: 'open' | 'paid' | 'failed' | 'closed';
  paidTime: Date | undefined;
  /** Amounts by the ID of the refund. */
  refunds: Map<string, number>;
}

export const refundedOf = ({ refunds }: BookOrder): number =>
  [...refunds.values()].reduce((sum, amount) => sum + amount, 0);

export type RefundOutcome = 'done' | 'repeated' | 'other amount' | 'too much' | 'not paid';

/** The orders that a vendor knows, with the rules that all vendors share. */
export function createBook(now: () => Date) {
  const orders = new Map<string, BookOrder>();

  function find(id: string): BookOrder | undefined {
    const found = orders.get(id);
    if (found?.state === 'open' && found.expireTime <= now()) found.state = 'closed';
    return found;
  }

  function known(id: string): BookOrder {
    const found = find(id);
    if (!found) throw new Error(`The vendor has no order ${id}`);
    return found;
  }

  function payable(id: string): BookOrder {
    const found = known(id);
    if (found.state !== 'open') throw new Error(`The order is ${found.state}`);
    return found;
  }

  return {
    find,
    known,
    orders: () => [...orders.values()],
    /** Undefined if the number belongs to an order with other parameters. */
    place(
      asked: Pick<BookOrder, 'id' | 'notifyUrl' | 'returnUrl' | 'money' | 'expireTime' | 'terms'>,
    ): BookOrder | undefined {
      const found = find(asked.id);
      if (found) return found.terms === asked.terms ? found : undefined;
      const vendorId = `4200${String(orders.size + 1).padStart(24, '0')}`;
      const made: BookOrder = { ...asked, vendorId, state: 'open', paidTime: undefined, refunds: new Map() };
      orders.set(asked.id, made);
      return made;
    },
    pay: (id: string) => void Object.assign(payable(id), { state: 'paid', paidTime: now() }),
    end: (id: string, state: 'failed' | 'closed') => void Object.assign(payable(id), { state }),
    refund(order: BookOrder, refundId: string, amount: number): RefundOutcome {
      if (order.state !== 'paid') return 'not paid';
      const before = order.refunds.get(refundId);
      if (before !== undefined) return before === amount ? 'repeated' : 'other amount';
      if (amount > order.money.amount - refundedOf(order)) return 'too much';
      order.refunds.set(refundId, amount);
      return 'done';
    },
    ledger(): Record<string, Ledger> {
      const sums: Record<string, Ledger> = {};
      for (const order of orders.values()) {
        if (order.state !== 'paid') continue;
        sums[order.money.currency] ??= { received: 0, refunded: 0 };
        const sum = sums[order.money.currency] as Ledger;
        sum.received += order.money.amount;
        sum.refunded += refundedOf(order);
      }
      return sums;
    },
  };
}

export type Book = ReturnType<typeof createBook>;
