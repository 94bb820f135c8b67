import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Money } from '@doorwright/crds/values/money.ts';
import type { Counter } from '../channels/till.ts';

/** What an order is for. */
export interface Item {
  /** Tells it from everything else that one can order. */
  key: string;
  title: string;
  detail: string;
  /** What the order says about it. One with `holdsStock` takes a piece. */
  fields: Partial<Payment>;
}

/** A sale that may begin. */
export interface Sale extends Counter {
  item: Item;
  buyer: User;
  price: Money;
}
