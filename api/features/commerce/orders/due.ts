import { tableName } from '@doorwright/crds/derive/tables.ts';
import { payment as kind, type Payment } from '@doorwright/crds/kinds/payment.ts';
import { Refusal } from '../../../core/errors.ts';
import { enqueue } from '../../../core/jobs/enqueue.ts';
import type { JobKind } from '../../../core/jobs/kind.ts';
import { changeState, lockPayment } from '../../../kinds/payment/change-state.ts';
import { contextOfShop } from '../context.ts';
import type { CommerceDeps } from '../deps.ts';
import { askVendor, closeAtVendor } from './ask.ts';
import { askWithinMs, nextQuestion } from './pace.ts';

const table = tableName(kind);

/** Questions of one tick. The rest comes five seconds later. */
const atOnce = 200;

/** The next question, before this one: a vendor that never answers must not be asked without a pause. */
async function keepNext(deps: CommerceDeps, { name, asked, expireTime }: Payment): Promise<void> {
  const ask_time = nextQuestion(deps.now(), asked + 1, new Date(expireTime));
  await deps
    .db(table)
    .where({ owner: 'admin', name, state: 'Created' })
    .update({ ask_time, asked: asked + 1 });
}

/** A vendor that cannot be asked for a day: the order ends, and its timeline says so. */
async function abandon(deps: CommerceDeps, name: string, words: string): Promise<void> {
  await deps.db.transaction(async (sql) => {
    const work = { sql, store: deps.store, now: deps.now() };
    const before = await lockPayment(work, name);
    if (before?.state !== 'Created' || before.isByHand) return;
    const fields = { message: words };
    await changeState(work, contextOfShop(work.now, 'settle-payment'), before, {
      to: 'Expired',
      cause: 'clock',
      words,
      fields,
    });
  });
}

/** Asks about one order. After its time to pay, it makes the vendor take no more money. */
export const orderQuestions: JobKind<{ name: string; asked: number }, CommerceDeps> = {
  name: 'order-question',
  retry: { times: 0, firstSeconds: 5, mostSeconds: 5 },
  atOnce: 4,
  withinSeconds: 60,
  keyOf: ({ name, asked }) => `${name} ${asked}`,
  async run({ name }, deps) {
    const payment = (await deps.store('payment').find(deps.db, 'admin', name)) as unknown as Payment | undefined;
    if (payment?.state !== 'Created' || payment.isByHand) return;
    await keepNext(deps, payment);
    const over = deps.now().getTime() - Date.parse(payment.expireTime);
    try {
      await (over >= 0 ? closeAtVendor(deps, payment) : askVendor(deps, payment, 'clock'));
    } catch (error) {
      // A refusal is the vendor's word, or its silence. The next question comes later.
      if (!(error instanceof Refusal)) throw error;
      if (over >= askWithinMs) await abandon(deps, name, error.reason);
    }
  },
};

/** Finds the orders whose vendors nobody has heard of. */
export const dueOrders: JobKind<object, CommerceDeps> = {
  name: 'orders-due',
  cron: '*/5 * * * * *',
  retry: { times: 1, firstSeconds: 5, mostSeconds: 5 },
  atOnce: 1,
  withinSeconds: 60,
  async run(_payload, deps) {
    const rows = await deps
      .db(table)
      .where({ state: 'Created' })
      .where('ask_time', '<=', deps.now())
      .orderBy('ask_time')
      .limit(atOnce)
      .select('name', 'asked');
    await enqueue(deps.db, orderQuestions, ...rows);
  },
};
