import type { Report, Till } from '../channel.ts';
import { askStripe } from './client.ts';
import { expanded, reportOf, type Session } from './report.ts';
import { secondsOf } from './session.ts';

const daySeconds = 24 * 3600;
/** A session lives for a day, and a bank transfer may take two weeks more. */
const longest = 16 * daySeconds;

/** The first period of a subscription is paid by its invoice. */
function paidAt({ payment_intent, payment_status, invoice }: Session): number | undefined {
  const first = typeof invoice === 'object' ? invoice?.status_transitions?.paid_at : undefined;
  if (first) return payment_status === 'paid' ? first : undefined;
  const charge = typeof payment_intent === 'object' ? payment_intent?.latest_charge : undefined;
  return payment_status === 'paid' && typeof charge === 'object' ? charge?.created : undefined;
}

/** Stripe lists sessions by their beginning, so those of the days before are looked at too. */
export async function* paidByStripe(day: Date, till: Till): AsyncGenerator<Report> {
  const from = secondsOf(day);
  const until = from + daySeconds;
  const wanted = {
    created: { gte: from - longest, lt: until },
    limit: 100,
    expand: [...expanded, 'invoice'].map((each) => `data.${each}`),
  };
  for (let last: Session | undefined, hasMore = true; hasMore; ) {
    const after = last && { starting_after: last.id };
    const page = await askStripe(till, ({ checkout }) => checkout.sessions.list({ ...wanted, ...after }));
    for (const each of page.data) {
      const time = paidAt(each) ?? 0;
      if (each.client_reference_id && time >= from && time < until) yield reportOf(each, till);
    }
    last = page.data.at(-1);
    hasMore = page.has_more && last !== undefined;
  }
}
