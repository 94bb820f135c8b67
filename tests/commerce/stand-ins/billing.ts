import type { Money } from '@doorwright/crds/values/money.ts';
import type { Ledger, Notification, Vendor } from './vendor.ts';

/** A stand-in whose buyers may have subscriptions. They pay the first period by `pay`, as an order; the clock of the vendor brings the later ones. */
export interface BillingVendor extends Vendor {
  /** The subscriptions that the vendor knows. */
  agreements: () => readonly Agreement[];
  /** Moves the vendor's test clock. It charges all that is due until then, and returns the notifications that it sends of that. */
  advance: (to: Date) => Notification[];
  /** The cards of all buyers have no money, until it is false again. */
  isCardEmpty: boolean;
  /** The true notification of a cycle's present state. */
  cycleNotification: (cycle: string) => Notification;
}

interface Return {
  id: string;
  amount: number;
  time: Date;
  /** The merchant's own ID. */
  label: string;
}

/** One charge. It is paid at `time`, or was tried then for the last time. */
export interface Charge {
  id: string;
  amount: number;
  due: Date;
  time: Date;
  tries: number;
  isPaid: boolean;
  returns: Return[];
}

/** A subscription at a vendor. */
export interface Agreement {
  id: string;
  /** The number of the merchant's order. */
  order: string;
  money: Money;
  unit: 'month' | 'year';
  start: Date;
  state: 'active' | 'pastDue' | 'ended';
  charges: Charge[];
}

export interface Happening {
  what: 'paid' | 'failed' | 'ended';
  agreement: Agreement;
  charge: Charge;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A failed charge is tried again after these days. Then the vendor ends the subscription. */
const triedAgain = [3, 5, 7];

export const returnedOf = ({ returns }: Charge): number => returns.reduce((sum, { amount }) => sum + amount, 0);

/** The begin of a cycle, by its number: the same day of the month, or the last day of a shorter one. */
export function beginOf({ start, unit }: Agreement, cycle: number): Date {
  const months = start.getUTCMonth() + cycle * (unit === 'year' ? 12 : 1);
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const begin = new Date(start);
  begin.setUTCFullYear(start.getUTCFullYear(), months, Math.min(start.getUTCDate(), lastDay));
  return begin;
}

/** The subscriptions of a vendor with a clock of their own. Money is taken an hour after the begin of a cycle, as Stripe's invoices are. */
export function createBilling(idOf: (agreement: Agreement, cycle: number) => string) {
  const agreements: Agreement[] = [];

  function charge(agreement: Agreement, due: Date, time: Date): Charge {
    const { charges, money } = agreement;
    const id = idOf(agreement, charges.length);
    const made = { id, amount: money.amount, due, time, tries: 0, isPaid: true, returns: [] };
    charges.push(made);
    return made;
  }

  /** The next thing that happens to a subscription, and when. */
  function nextOf(agreement: Agreement): { time: Date; open: Charge | undefined } {
    const open = agreement.charges.find(({ isPaid }) => !isPaid);
    if (!open) return { open, time: new Date(beginOf(agreement, agreement.charges.length).getTime() + hourMs) };
    return { open, time: new Date(open.due.getTime() + hourMs + (triedAgain[open.tries - 1] ?? 0) * dayMs) };
  }

  function happen(agreement: Agreement, time: Date, isCardEmpty: boolean): Happening {
    const one = nextOf(agreement).open ?? charge(agreement, beginOf(agreement, agreement.charges.length), time);
    Object.assign(one, { time, tries: one.tries + 1, isPaid: !isCardEmpty });
    const isLast = isCardEmpty && one.tries > triedAgain.length;
    agreement.state = isLast ? 'ended' : isCardEmpty ? 'pastDue' : 'active';
    return { what: isLast ? 'ended' : isCardEmpty ? 'failed' : 'paid', agreement, charge: one };
  }

  return {
    agreements,
    find: (id: string) => agreements.find((each) => each.id === id),
    chargeNamed: (id: string) =>
      agreements
        .flatMap((agreement) => agreement.charges.map((one) => ({ agreement, charge: one })))
        .find((each) => each.charge.id === id),
    begin(asked: Omit<Agreement, 'state' | 'charges'>): Agreement {
      const made: Agreement = { ...asked, state: 'active', charges: [] };
      agreements.push(made);
      charge(made, asked.start, asked.start);
      return made;
    },
    advance(to: Date, isCardEmpty: boolean): Happening[] {
      const happened: Happening[] = [];
      for (const agreement of agreements)
        for (let { time } = nextOf(agreement); agreement.state !== 'ended' && time <= to; { time } = nextOf(agreement))
          happened.push(happen(agreement, time, isCardEmpty));
      return happened;
    },
    ledger(sums: Record<string, Ledger>): Record<string, Ledger> {
      for (const { money, charges } of agreements)
        for (const each of charges.filter(({ isPaid }) => isPaid)) {
          sums[money.currency] ??= { received: 0, refunded: 0 };
          const sum = sums[money.currency] as Ledger;
          sum.received += each.amount;
          sum.refunded += returnedOf(each);
        }
      return sums;
    },
  };
}

export type Billing = ReturnType<typeof createBilling>;
