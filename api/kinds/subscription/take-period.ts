import { tableName } from '@doorwright/crds/derive/tables.ts';
import { type Payment, payment } from '@doorwright/crds/kinds/payment.ts';
import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';
import { monthsOf, type Period } from '@doorwright/crds/options/periods.ts';
import { monthsLater } from '@doorwright/crds/values/calendar-months.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import { lockSubscriber } from './find.ts';
import { noRenewal } from './renewal.ts';
import type { Order, Parts } from './term.ts';
import { changeSubscription } from './write.ts';

const table = tableName(payment);

const noPeriod = { periodStart: '', periodEnd: '' } as const;

interface Moved {
  /** The end of the last period, before and afterwards. */
  before: string;
  after: string;
  /** Paid periods come after a pause. They stay, and so does the end. */
  hasPause: boolean;
}

/** Moves the paid periods that follow the given one without a pause to its begin. */
async function moveLater({ sql, store }: Parts, order: Order, day: number): Promise<Moved> {
  const rows = await sql(table)
    .where({ subscription: order.subscription })
    .whereNot({ name: order.name })
    .where('period_start', '>=', order.periodEnd)
    .orderBy('period_start');
  let [before, after] = [order.periodEnd, order.periodStart];
  for (const row of rows) {
    const next = store('payment').fromRow(row) as unknown as Payment;
    if (next.periodStart !== before) return { before, after, hasPause: true };
    const moved = { periodStart: after, periodEnd: monthsLater(after, monthsOf[next.period as Period], day) };
    await sql(table)
      .where({ owner: 'admin', name: next.name })
      .update(store('payment').toRow({ ...moved, version: next.version + 1 }));
    before = next.periodEnd;
    after = moved.periodEnd;
  }
  return { before, after, hasPause: false };
}

/**
 * Takes the period of an order back, because its money went back. Paid periods after it move earlier. A subscription without any paid time ahead
 * is cancelled, so no days of grace follow, and no renewal.
 */
export async function takePeriod(parts: Parts, context: RequestContext, order: Order): Promise<Partial<Payment>> {
  await lockSubscriber({ owner: order.organization, name: order.user }, parts);
  const [owner = '', name = ''] = order.subscription.split('/');
  const found = (await parts.store('subscription').find(parts.sql, owner, name, 'forNoKeyUpdate')) as unknown as
    | Subscription
    | undefined;
  if (!found?.endDate) return noPeriod;
  const { before, after, hasPause } = await moveLater(parts, order, found.billingDay);
  if (hasPause) return noPeriod;
  // An administrator may have moved the end. It keeps its distance.
  const end = Date.parse(found.endDate) - (Date.parse(before) - Date.parse(after));
  const isOver = end <= parts.now.getTime();
  await changeSubscription(parts, context, found, {
    event: '',
    fields: {
      endDate: new Date(end).toISOString(),
      ...(found.nextPlanTime && Date.parse(found.nextPlanTime) >= end && { nextPlanTime: '' }),
      ...(isOver && found.state !== 'Suspended' && { state: 'Cancelled' }),
      ...(isOver && noRenewal),
    },
  });
  return noPeriod;
}
