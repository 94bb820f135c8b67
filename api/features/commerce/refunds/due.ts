import { tableName } from '@doorwright/crds/derive/tables.ts';
import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { refund as kind, type Refund } from '@doorwright/crds/kinds/refund.ts';
import { Refusal } from '../../../core/errors.ts';
import { enqueue } from '../../../core/jobs/enqueue.ts';
import type { JobKind } from '../../../core/jobs/kind.ts';
import type { CommerceDeps } from '../deps.ts';
import { askWithinMs, nextQuestion } from '../orders/pace.ts';
import { sendRefund } from './ask-refund.ts';
import { settleRefund } from './settle-refund.ts';

const table = tableName(kind);
const atOnce = 100;

/** Asks about one repayment that waits. After some days of silence it has failed, and an administrator looks at the vendor. */
const longestMs = 7 * askWithinMs;

export const refundQuestions: JobKind<{ id: string; asked: number }, CommerceDeps> = {
  name: 'refund-question',
  retry: { times: 0, firstSeconds: 5, mostSeconds: 5 },
  atOnce: 2,
  withinSeconds: 60,
  keyOf: ({ id, asked }) => `${id} ${asked}`,
  async run({ id }, deps) {
    const { db, store, now } = deps;
    const refund = (await store('refund').find(db, 'admin', id)) as unknown as Refund | undefined;
    if (refund?.state !== 'pending') return;
    const end = new Date(Date.parse(refund.createdTime) + longestMs);
    const ask_time = nextQuestion(now(), refund.asked + 1, end);
    await db(table)
      .where({ owner: 'admin', id })
      .update({ ask_time, asked: refund.asked + 1 });
    const payment = (await store('payment').find(db, 'admin', refund.payment)) as unknown as Payment | undefined;
    if (!payment) return;
    try {
      await sendRefund(deps, payment, refund);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (now() >= end) await settleRefund(deps, refund, { state: 'failed', vendorId: '', message: error.reason });
    }
  },
};

export const dueRefunds: JobKind<object, CommerceDeps> = {
  name: 'refunds-due',
  cron: '*/15 * * * * *',
  retry: { times: 1, firstSeconds: 5, mostSeconds: 5 },
  atOnce: 1,
  withinSeconds: 60,
  async run(_payload, { db, now }) {
    const rows = await db(table)
      .where({ state: 'pending' })
      .where('ask_time', '<=', now())
      .orderBy('ask_time')
      .limit(atOnce)
      .select('id', 'asked');
    await enqueue(db, refundQuestions, ...rows);
  },
};
