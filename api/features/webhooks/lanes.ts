import { tableName } from '@doorwright/crds/derive/tables.ts';
import { webhook as webhookKind } from '@doorwright/crds/kinds/webhook.ts';
import { webhookDelivery } from '@doorwright/crds/kinds/webhook-delivery.ts';
import { deliveryJob, retryJob, slowJob } from '../../core/events/delivery-job.ts';
import type { Sql } from '../../db/knex.ts';
import { run } from '../../db/sql-parts.ts';

export const deliveries = tableName(webhookDelivery);
export const webhooks = tableName(webhookKind);

/** Longer than a call and its bookkeeping take. After it, another server may try. */
const leaseMs = 20_000;
/** A lease of this age may belong to a server that ended. */
const oldLeaseMs = 3_000;

/** The first waiting delivery of a lane, as one statement saw and perhaps took it. */
interface Head {
  /** The delivery, if it was due and is ours now. */
  taken?: Record<string, unknown>;
  isDue: boolean;
  isFailing: boolean;
  /** The end of an old lease. The server that holds it may have ended, so somebody must look again then. */
  lookAgain?: Date;
}

/**
 * Takes the first waiting delivery of a lane, if it is due, no server tries it now, and the webhook fails or not as
 * asked. A lane is named by any delivery in it, so a renamed webhook keeps its lanes. Deliveries behind the first one
 * wait, and so they stay in order.
 *
 * The index of lanes leaves out empty webhooks, so the condition says `<> ''` too. The update finds its row by its key
 * alone: with the state in its conditions, Postgres reads all waiting deliveries. It changes only the row that `head` saw.
 */
export async function takeHead(sql: Sql, delivery: string, now: Date, isFailing: boolean): Promise<Head | undefined> {
  const lease = new Date(now.getTime() + leaseMs);
  const [head] = await run<Record<string, unknown>>(sql, {
    text: `WITH head AS MATERIALIZED (
        SELECT first.*, called.failing_since IS NOT NULL AS is_failing,
          first.next_time <= ? AND (first.lease_time IS NULL OR first.lease_time <= ?) AS is_due
        FROM ${deliveries} AS asked
        JOIN ${webhooks} AS called ON called.owner = 'admin' AND called.name = asked.webhook AND called.is_enabled
        CROSS JOIN LATERAL (
          SELECT id, next_time, lease_time FROM ${deliveries}
          WHERE webhook = asked.webhook AND webhook <> '' AND lane = asked.lane AND state = 'waiting'
          ORDER BY number LIMIT 1) AS first
        WHERE asked.owner = 'admin' AND asked.id = ?),
      taken AS (
        UPDATE ${deliveries} AS each SET lease_time = ? FROM head
        WHERE each.owner = 'admin' AND each.id = head.id AND head.is_due AND head.is_failing = ?
          AND each.next_time IS NOT DISTINCT FROM head.next_time
          AND each.lease_time IS NOT DISTINCT FROM head.lease_time
        RETURNING each.*)
      SELECT taken.*, head.is_due, head.is_failing, head.lease_time AS held_until FROM head LEFT JOIN taken ON true`,
    values: [now, now, delivery, lease, isFailing],
  });
  if (!head) return undefined;
  const { is_due, is_failing, held_until, ...row } = head;
  const until = held_until as Date | null;
  const left = (until?.getTime() ?? 0) - now.getTime();
  return {
    ...(row.id !== null && { taken: row }),
    ...{ isDue: is_due as boolean, isFailing: is_failing as boolean },
    ...(until && left > 0 && left < leaseMs - oldLeaseMs && { lookAgain: until }),
  };
}

interface DueLane {
  delivery: string;
  webhook: string;
  isFailing: boolean;
}

/** A waiting delivery of each lane that is due, that no server tries and whose own job is over. */
export async function dueLanes(sql: Sql, now: Date, most: number): Promise<DueLane[]> {
  return run<DueLane>(sql, {
    text: `SELECT id AS delivery, webhook, "isFailing" FROM (
        SELECT DISTINCT ON (head.webhook, head.lane) head.id, head.webhook, head.next_time, head.lease_time,
          called.failing_since IS NOT NULL AS "isFailing" FROM ${deliveries} AS head
        JOIN ${webhooks} AS called ON called.owner = 'admin' AND called.name = head.webhook AND called.is_enabled
        WHERE head.state = 'waiting' ORDER BY head.webhook, head.lane, head.number) AS heads
      WHERE next_time <= ? AND (lease_time IS NULL OR lease_time <= ?)
        AND id NOT IN (SELECT data->>'delivery' FROM jobs.job
          WHERE name IN (?, ?, ?) AND state < 'completed' AND start_after <= now() AND data->>'delivery' IS NOT NULL)
      LIMIT ?`,
    values: [now, now, deliveryJob.name, slowJob.name, retryJob.name, most],
  });
}
