import { deliveryStates, type WebhookDelivery } from '@doorwright/crds/kinds/webhook-delivery.ts';
import { z } from 'zod';
import type { Sql } from '../../db/knex.ts';
import { deliveries } from './lanes.ts';

const attempt = z.object({
  ...{ time: z.string(), url: z.string(), method: z.string(), status: z.int(), duration: z.int() },
  ...{ answer: z.string(), problem: z.string() },
});

/** A delivery as administrators see it. */
export const shownDelivery = z.object({
  ...{ id: z.string(), createdTime: z.string(), event: z.string(), object: z.string(), record: z.string() },
  ...{ state: z.enum(deliveryStates), nextTime: z.string(), tries: z.int() },
  ...{ status: z.int(), duration: z.int(), problem: z.string() },
  attempts: z.array(attempt).describe('The last attempts, the first of them first.'),
});

export const show = (delivery: WebhookDelivery): z.infer<typeof shownDelivery> => shownDelivery.parse(delivery);

/** Figures about the attempts of the last day. */
export const figures = z.object({
  total: z.int().describe('Deliveries that the filter leaves.'),
  attempts: z.int().describe('Attempts of the last 24 hours.'),
  succeeded: z.int().describe('Attempts among them that a receiver took.'),
  p95: z.int().describe('Milliseconds within which 95 % of them ended.'),
});

/** Figures about the attempts of a webhook since a time. */
export async function figuresSince(sql: Sql, webhook: string, since: Date) {
  const { rows } = await sql.raw(
    `SELECT count(*)::integer AS attempts, (count(*) FILTER (WHERE each->>'problem' = ''))::integer AS succeeded,
       coalesce(percentile_disc(0.95) WITHIN GROUP (ORDER BY (each->>'duration')::integer), 0) AS p95
     FROM ?? CROSS JOIN jsonb_array_elements(attempts) AS each
     WHERE webhook = ? AND created_time >= ? AND (each->>'time')::timestamptz >= ?`,
    [deliveries, webhook, new Date(since.getTime() - 24 * 3_600_000), since],
  );
  return rows[0] as { attempts: number; succeeded: number; p95: number };
}
