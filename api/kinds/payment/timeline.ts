import { tableName } from '@doorwright/crds/derive/tables.ts';
import { type PaymentEvent, paymentEvent } from '@doorwright/crds/kinds/payment-event.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { timeOrderedId } from '../../core/time-ordered-id.ts';

const table = tableName(paymentEvent);

/** Strangers can send notifications without end. So many refused ones of a payment are told. */
const mostRefused = 50;

export type Line = Pick<PaymentEvent, 'type' | 'cause'> & Partial<Pick<PaymentEvent, 'by' | 'words'>>;

/** Adds a line to the timeline of a payment. */
export async function addLine(
  { sql, store, now }: Pick<Work, 'sql' | 'store' | 'now'>,
  payment: { name: string; state: string },
  { type, cause, by = '', words = '' }: Line,
): Promise<void> {
  if (type === 'refused') {
    const row = await sql(table).where({ payment: payment.name, type }).count({ count: '*' }).first();
    if (Number(row?.count) >= mostRefused) return;
  }
  await store('payment-event').insert(sql, {
    ...{ owner: 'admin', id: timeOrderedId(), createdTime: now.toISOString(), version: 1 },
    ...{ payment: payment.name, state: payment.state, type, cause, by, words: words.slice(0, 500).toWellFormed() },
  });
}
