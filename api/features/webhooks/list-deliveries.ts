import type { Webhook } from '@doorwright/crds/kinds/webhook.ts';
import { deliveryStates, type WebhookDelivery } from '@doorwright/crds/kinds/webhook-delivery.ts';
import { z } from 'zod';
import type { Sql } from '../../db/knex.ts';
import { deliveries } from './lanes.ts';

const attempt = z.object({
  ...{ time: z.string(), url: z.string(), method: z.string(), status: z.int(), duration: z.int() },
  ...{ answer: z.string(), problem: z.string(), code: z.string().default(''), value: z.string().default('') },
});

export const waits = ['', 'webhook', 'earlier', 'pause', 'turn'] as const;

/** A delivery as administrators see it. */
export const shownDelivery = z.object({
  ...{ id: z.string(), createdTime: z.string(), event: z.string(), object: z.string(), record: z.string() },
  ...{ state: z.enum(deliveryStates), nextTime: z.string(), tries: z.int() },
  ...{ status: z.int(), duration: z.int(), problem: z.string() },
  waitsFor: z
    .enum(waits)
    .describe(
      'What a waiting delivery waits for: the webhook is disabled, an earlier delivery of the object, the pause after a failure, or its turn.',
    ),
  attempts: z.array(attempt).describe('The last attempts, the first of them first.'),
});

interface Known {
  webhook: Pick<Webhook, 'isEnabled'>;
  /** The number of the first waiting delivery of each lane. */
  heads: ReadonlyMap<string, number>;
  now: Date;
}

function waitsFor({ state, lane, number, nextTime }: WebhookDelivery, { webhook, heads, now }: Known) {
  if (state !== 'waiting') return '';
  if (!webhook.isEnabled) return 'webhook';
  if ((heads.get(lane) ?? number) < number) return 'earlier';
  return Date.parse(nextTime) > now.getTime() ? 'pause' : 'turn';
}

export const show = (delivery: WebhookDelivery, known: Known): z.infer<typeof shownDelivery> =>
  shownDelivery.parse({ ...delivery, waitsFor: waitsFor(delivery, known) });

/** The first waiting deliveries of the lanes that some deliveries are in. */
export async function headsOf(sql: Sql, webhook: string, rows: readonly WebhookDelivery[]) {
  const lanes = [...new Set(rows.filter(({ state }) => state === 'waiting').map(({ lane }) => lane))];
  const found = await sql(deliveries)
    .where({ webhook, state: 'waiting' })
    // The index of lanes leaves out empty webhooks.
    .whereRaw("webhook <> ''")
    .whereIn('lane', lanes)
    .groupBy('lane')
    .select('lane', sql.raw('min(number) AS first'));
  return new Map(found.map(({ lane, first }) => [String(lane), Number(first)]));
}

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
