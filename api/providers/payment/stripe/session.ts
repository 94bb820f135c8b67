import type { OrderRef } from '../channel.ts';
import type { Client } from './client.ts';
import { expanded, type Session } from './report.ts';

/** Our clock and Stripe's may differ by this, and a request may take this long. */
const slackSeconds = 300;

export const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000);

/** The session of an order. If the answer with its ID was lost, it is among those of the same minutes. */
export async function sessionOf(order: OrderRef, stripe: Client): Promise<Session | undefined> {
  const { sessions } = stripe.checkout;
  if (order.vendorId) return sessions.retrieve(order.vendorId, { expand: expanded });
  const placed = secondsOf(order.createdTime);
  const created = { gte: placed - slackSeconds, lte: placed + slackSeconds };
  const expand = expanded.map((path) => `data.${path}`);
  for await (const each of sessions.list({ created, limit: 100, expand }))
    if (each.client_reference_id === order.id) return each;
}
