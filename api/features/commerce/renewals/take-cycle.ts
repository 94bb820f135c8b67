import { createHash } from 'node:crypto';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { payment as kind, type Payment } from '@doorwright/crds/kinds/payment.ts';
import type { PaymentEvent } from '@doorwright/crds/kinds/payment-event.ts';
import { decimalOf, priceOf } from '@doorwright/crds/values/money.ts';
import { recordWrite } from '../../../core/objects/history/records.ts';
import type { Sql } from '../../../db/knex.ts';
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

/** The cycles that no payment has yet, the first first. */
export async function unknownCycles(db: Sql, first: Payment, cycles: readonly Cycle[]): Promise<Cycle[]> {
  const keys = cycles.map(({ id }) => cycleKey(first, id));
  const known = new Set(await db(table).whereIn('renewal_cycle', keys).pluck('renewal_cycle'));
  return cycles
    .filter(({ id }) => !known.has(cycleKey(first, id)))
    .toSorted((a, b) => a.time.getTime() - b.time.getTime());
}

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
    const [isUnknown] = await unknownCycles(sql, first, [cycle]);
    if (!isUnknown) return;
    const fields = payments.schema.parse(fieldsOf(first, cycle, work.now));
    const made = (await store('payment').insert(sql, fields)) as unknown as Payment;
    const context = contextOfShop(work.now, 'renew-plan');
    const words = wordsOf(first, cycle);
    await addLine(work, made, { type: 'placed', cause, words });
    await recordWrite({ ...work, caller: context.caller }, context, { kind: payments, object: { ...made } });
    await changeState(work, context, made, {
      to: 'Paid',
      cause,
      words,
      fields: { paidTime: cycle.time.toISOString() },
    });
  });
}
