import { tableName } from '@doorwright/crds/derive/tables.ts';
import { payment as kind, type Payment } from '@doorwright/crds/kinds/payment.ts';
import type { EventName } from '@doorwright/crds/options/events.ts';
import type { PaymentState } from '@doorwright/crds/options/payment.ts';
import { type RequestContext, record } from '../../core/objects/history/records.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { moveGoods } from './move-goods.ts';
import { mayFollow } from './order-states.ts';
import { addLine, type Line } from './timeline.ts';

const table = tableName(kind);

const eventOf: Readonly<Record<PaymentState, EventName>> = {
  Created: 'update-payment',
  Paid: 'payment-paid',
  Error: 'payment-failed',
  Expired: 'payment-expired',
  Refunded: 'payment-refunded',
};

type Parts = Pick<Work, 'sql' | 'store' | 'now'>;

/**
 * Reads a payment, and keeps others from changing it until the end of the transaction. The buyer of a plan is locked first: a repayment moves
 * other paid periods of the same person, and two transactions would else wait for each other.
 */
export async function lockPayment({ sql, store }: Parts, name: string): Promise<Payment | undefined> {
  const buyer = sql(table).where({ owner: 'admin', name }).whereNot({ plan: '' }).select('organization', 'user');
  await sql(store('user').table).whereIn(['owner', 'name'], buyer).forNoKeyUpdate().select('name');
  return (await store('payment').find(sql, 'admin', name, 'forNoKeyUpdate')) as unknown as Payment | undefined;
}

/** Writes fields of a payment that no request sets. */
export async function writePayment({ sql, store }: Parts, before: Payment, fields: Partial<Payment>): Promise<Payment> {
  const next = { ...fields, version: before.version + 1 };
  await sql(table).where({ owner: 'admin', name: before.name }).update(store('payment').toRow(next));
  return { ...before, ...next };
}

interface Change extends Omit<Line, 'type'> {
  to: PaymentState;
  /** Fields that change with the state. */
  fields?: Partial<Payment>;
}

/** Changes the state of a locked payment, with its goods, its timeline, a record and an event. The one place where vendors and the clock do so. */
export async function changeState(
  work: Parts,
  context: RequestContext,
  before: Payment,
  { to, fields = {}, ...line }: Change,
): Promise<Payment> {
  if (!mayFollow(before.state, to)) throw new Error(`A payment in the state ${before.state} cannot be ${to}`);
  const after = await writePayment(work, before, {
    ...{ state: to, openOrder: '', askTime: '', ...(await moveGoods(work, context, before, to)) },
    ...fields,
  });
  await addLine(work, after, { type: 'changed', ...line });
  await record(work, context, {
    ...{ organization: after.organization, object: `payment admin/${after.name}`, event: eventOf[to] },
    changes: [{ field: 'state', before: before.state, after: to }],
  });
  return after;
}
