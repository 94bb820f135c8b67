import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { PaymentEvent } from '@doorwright/crds/kinds/payment-event.ts';
import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';
import type { Period } from '@doorwright/crds/options/periods.ts';
import { lockPayment, writePayment } from '../../../kinds/payment/change-state.ts';
import { addLine } from '../../../kinds/payment/timeline.ts';
import { noRenewal } from '../../../kinds/subscription/renewal.ts';
import { changeSubscription } from '../../../kinds/subscription/write.ts';
import type { Renewal, Till } from '../../../providers/payment/channel.ts';
import type { RenewalRef, RenewalReport } from '../../../providers/payment/renewal.ts';
import { openTill } from '../channels/till.ts';
import { contextOfShop } from '../context.ts';
import type { CommerceDeps } from '../deps.ts';
import { nextRenewalQuestion } from './pace.ts';
import { isPaidUp } from './paid-up.ts';
import { takeCycle, unknownCycles } from './take-cycle.ts';
import { renewedBy } from './wanted.ts';

export interface RenewalDesk {
  renewal: Renewal;
  ref: RenewalRef;
  till: Till;
}

/** The vendor of a first order. Undefined if its type of provider has lost the ability to renew. */
export async function openRenewal(deps: CommerceDeps, first: Payment): Promise<RenewalDesk | undefined> {
  const { channel, till } = await openTill(deps, first.provider, first.organization);
  const ref = { id: first.renewalId, createdTime: new Date(first.createdTime) };
  return channel.renewal && { renewal: channel.renewal, ref, till };
}

/** The state, and the time of the next charge while nothing is left to pay before. */
type Word = Pick<RenewalReport, 'state' | 'nextTime'>;

/** What a subscription follows from the vendor's word. A failed charge makes it past due, once its paid time is over. */
function fieldsAfter({ state, nextTime }: Word, found: Subscription, now: Date): Partial<Subscription> {
  const isDue = found.state === 'Active' && Date.parse(found.endDate) <= now.getTime();
  return {
    ...(state === 'ended' ? noRenewal : nextTime && { renewalTime: nextTime.toISOString() }),
    ...(state !== 'active' && isDue && { state: 'PastDue' }),
  };
}

const differs = (found: Subscription, fields: Partial<Subscription>) =>
  Object.entries(fields).some(([name, value]) => found[name as keyof Subscription] !== value);

/** Keeps the state of the vendor's subscription and the time of the next question, which is none after its end. */
async function keepState(deps: CommerceDeps, { name }: Payment, report: Word, cause: PaymentEvent['cause']) {
  await deps.db.transaction(async (sql) => {
    const work = { sql, store: deps.store, now: deps.now() };
    const first = await lockPayment(work, name);
    const found = await renewedBy(work, name);
    const fields = found ? fieldsAfter(report, found, work.now) : {};
    if (found && differs(found, fields))
      await changeSubscription(work, contextOfShop(work.now, 'renew-plan'), found, { event: '', fields });
    if (!first) return;
    if (report.state === 'ended') {
      if (!first.renewalAskTime) return;
      await addLine(work, first, { type: 'asked', cause, words: 'the renewal has ended' });
      await writePayment(work, first, { renewalAskTime: '', renewalAsked: 0 });
      return;
    }
    // One that nobody wants goes on at the vendor. The clock ends it, at the pauses of its questions.
    const due = new Date(fields.renewalTime ?? found?.renewalTime ?? '');
    if (found) await askLater(nextRenewalQuestion(work.now, due));
    else if (!first.renewalAskTime) await askLater(work.now);

    async function askLater(time: Date) {
      await writePayment(work, first as Payment, { renewalAskTime: time.toISOString(), renewalAsked: 0 });
    }
  });
}

/** Asks the vendor about the subscription of a first order, and takes all that it says: cycles that we do not know, and its state. */
export async function followRenewal(
  deps: CommerceDeps,
  first: Payment,
  { renewal, ref, till }: RenewalDesk,
  cause: PaymentEvent['cause'],
): Promise<void> {
  const report = await renewal.ask(ref, till);
  for (const cycle of await unknownCycles(deps.db, first, report.cycles)) await takeCycle(deps, first, cycle, cause);
  const nextTime = isPaidUp(report, first.period as Period) ? report.nextTime : undefined;
  await keepState(deps, first, { state: report.state, nextTime }, cause);
}
