import {
  type Channel,
  forged,
  type OrderRef,
  type Report,
  refusedBy,
  type Till,
  type VendorState,
} from '../channel.ts';

/** A delayed payment arrives after this time. */
const delayMs = 30_000;

const outcomes = ['succeed', 'fail', 'delay', 'lie'] as const;
type Outcome = (typeof outcomes)[number];

function outcomeOf({ provider }: Till): Outcome {
  const chosen = provider.appId || 'succeed';
  const outcome = outcomes.find((each) => each === chosen);
  if (!outcome) throw refusedBy(`Dummy knows no outcome ${chosen}. It knows ${outcomes.join(', ')}`);
  return outcome;
}

function stateOf({ createdTime, expireTime }: OrderRef, outcome: Outcome, now: Date): VendorState {
  if (outcome === 'fail') return 'failed';
  const paidAt = createdTime.getTime() + (outcome === 'delay' ? delayMs : 0);
  if (paidAt <= Math.min(now.getTime(), expireTime.getTime())) return 'paid';
  return now < expireTime ? 'open' : 'closed';
}

function reportOf(order: OrderRef, till: Till): Report {
  const { id, amount, currency } = order;
  const outcome = outcomeOf(till);
  const state = stateOf(order, outcome, till.now);
  return {
    ...{ id, state, vendorId: `dummy_${id}` },
    // A lie is one unit short: nobody may believe it.
    paid: state === 'paid' ? { amount: outcome === 'lie' ? amount - 1 : amount, currency } : undefined,
    refunded: state === 'paid' ? undefined : 0,
    ...{ merchant: till.provider.clientId, message: state === 'failed' ? 'Dummy refuses each payment' : '' },
  };
}

const done = (id: string) => ({ state: 'done', vendorId: `dummy_${id}`, message: '' }) as const;

/**
 * A vendor without money and without a network, for trying things out. The provider's field `appId` says what becomes of its orders. It keeps
 * nothing: time decides. DOORWRIGHT_DUMMY_PAYMENTS turns it on.
 */
export const dummy: Channel = {
  async begin({ id, returnUrl }, till) {
    outcomeOf(till);
    return { payUrl: returnUrl, qrText: '', script: undefined, vendorId: `dummy_${id}` };
  },
  async read() {
    throw forged('Dummy sends no notifications');
  },
  replies: {
    taken: { status: 200, type: 'text/plain', body: 'success' },
    refused: { status: 400, type: 'text/plain', body: 'refused' },
  },
  ask: async (order, till) => reportOf(order, till),
  async close(order, till) {
    const report = reportOf(order, till);
    return report.state === 'open' ? { ...report, state: 'closed' } : report;
  },
  async refund(order, { id, amount }) {
    if (amount <= 0 || amount > order.amount) throw refusedBy('The repayment is larger than the payment');
    return done(id);
  },
  askRefund: async (_order, { id }) => done(id),
};
