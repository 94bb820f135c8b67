import { createHash } from 'node:crypto';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { payment as kind, type Payment } from '@doorwright/crds/kinds/payment.ts';
import type { PaymentEvent } from '@doorwright/crds/kinds/payment-event.ts';
import { decimalOf, priceOf } from '@doorwright/crds/values/money.ts';
import { recordWrite } from '../../../core/objects/history/records.ts';
import { changeState } from '../../../kinds/payment/change-state.ts';
import { addLine } from '../../../kinds/payment/timeline.ts';
import { lockSubscriber } from '../../../kinds/subscription/find.ts';
import type { Cycle } from '../../../providers/payment/renewal.ts';
import { contextOfShop } from '../context.ts';
import type { CommerceDeps } from '../deps.ts';
import { cycleKey } from '../orders/cycle-key.ts';
import { orderName } from '../orders/order-name.ts';

const table = tableName(kind);

/** The same cycle always has the same name, whoever tells of it first. */
const nameOf = (key: string, time: Date) => orderName(time, createHash('sha256').update(key).digest('hex'));

/** The payment of a cycle, as the first order of the renewal says it. Only the money is the vendor's word. */
function fieldsOf(first: Payment, { id, paid, time }: Cycle, now: Date): Partial<Payment> {
  const key = cycleKey(first, id);
  const name = nameOf(key, time);
  const { organization, user, provider, type, plan, pricing, period, productDisplayName, language, renewalId } = first;
  return {
    ...{ owner: 'admin', name, displayName: name, createdTime: now.toISOString(), version: 1, state: 'Created' },
    ...{ organization, user, provider, type, plan, pricing, period, productDisplayName, language },
    ...{ currency: paid.currency, price: priceOf(paid), amount: paid.amount, vendorId: id },
    ...{ renewalId, renewalOf: first.name, renewalCycle: key, expireTime: time.toISOString() },
  };
}

/** What administrators must know about money that differs from the first order's. */
const wordsOf = (first: Payment, { paid }: Cycle): string =>
  paid.amount === first.amount && paid.currency === first.currency
    ? ''
    : `${decimalOf(paid)} ${paid.currency} instead of ${decimalOf(first)} ${first.currency}`;

/**
 * Makes a paid cycle one Paid payment with its period, once: its key is unique. A cycle that is known changes nothing. All of it happens in one
 * transaction.
 */
export async function takeCycle(
  deps: CommerceDeps,
  { name }: Payment,
  cycle: Cycle,
  cause: PaymentEvent['cause'],
): Promise<void> {
  const { db, store, registry } = deps;
  const payments = registry.named('payment');
  await db.transaction(async (sql) => {
    const work = { ...deps, sql, now: deps.now() };
    const first = (await store('payment').find(sql, 'admin', name)) as unknown as Payment | undefined;
    if (!first) return;
    // Two that tell of one cycle wait for each other here.
    await lockSubscriber({ owner: first.organization, name: first.user }, work);
    if (
      await sql(table)
        .where({ renewal_cycle: cycleKey(first, cycle.id) })
        .first('name')
    )
      return;
    const fields = payments.schema.parse(fieldsOf(first, cycle, work.now));
    const made = (await store('payment').insert(sql, fields)) as unknown as Payment;
    const context = contextOfShop(work.now, 'renew-plan');
    await addLine(work, made, { type: 'placed', cause, words: wordsOf(first, cycle) });
    await recordWrite({ ...work, caller: context.caller }, context, { kind: payments, object: { ...made } });
    const words = wordsOf(first, cycle);
    await changeState(work, context, made, {
      to: 'Paid',
      cause,
      words,
      fields: { paidTime: cycle.time.toISOString() },
    });
  });
}
