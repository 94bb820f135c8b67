import { tableName } from '@doorwright/crds/derive/tables.ts';
import { webhook as webhookKind } from '@doorwright/crds/kinds/webhook.ts';
import { webhookDelivery } from '@doorwright/crds/kinds/webhook-delivery.ts';
import type { Sql } from '../../db/knex.ts';
import { run } from '../../db/sql-parts.ts';

export const deliveries = tableName(webhookDelivery);
export const webhooks = tableName(webhookKind);

/** Longer than a call and its bookkeeping take. After it, another server may try. */
const leaseMs = 20_000;
/** A lease of this age may belong to a server that ended. */
const oldLeaseMs = 3_000;

/**
 * Takes the first waiting delivery of a lane, if it is due and no server tries it now. A lane is named by any delivery
 * in it, so a renamed webhook keeps its lanes. Deliveries behind the first one wait, and so they stay in order.
 */
export async function takeHead(sql: Sql, delivery: string, now: Date): Promise<Record<string, unknown> | undefined> {
  const lease = new Date(now.getTime() + leaseMs);
  const [head] = await run(sql, {
    text: `UPDATE ${deliveries} SET lease_time = ? WHERE owner = 'admin' AND state = 'waiting' AND next_time <= ?
      AND (lease_time IS NULL OR lease_time <= ?) AND id = (
        SELECT head.id FROM ${deliveries} AS asked
        JOIN ${deliveries} AS head ON head.webhook = asked.webhook AND head.lane = asked.lane AND head.state = 'waiting'
        JOIN ${webhooks} AS called ON called.owner = 'admin' AND called.name = asked.webhook AND called.is_enabled
        WHERE asked.owner = 'admin' AND asked.id = ? ORDER BY head.number LIMIT 1)
      RETURNING *`,
    values: [lease, now, now, delivery],
  });
  return head;
}

/**
 * The end of an old lease on the first delivery of a lane. The job of a server that ended may run again before its lease
 * ends, and then somebody must look once more.
 */
export async function oldLease(sql: Sql, delivery: string, now: Date): Promise<Date | undefined> {
  const [head] = await run<{ until: Date | null }>(sql, {
    text: `SELECT head.lease_time AS until FROM ${deliveries} AS asked
      JOIN ${deliveries} AS head ON head.webhook = asked.webhook AND head.lane = asked.lane AND head.state = 'waiting'
      WHERE asked.owner = 'admin' AND asked.id = ? ORDER BY head.number LIMIT 1`,
    values: [delivery],
  });
  const left = (head?.until?.getTime() ?? 0) - now.getTime();
  return head?.until && left > 0 && left < leaseMs - oldLeaseMs ? head.until : undefined;
}

/** A waiting delivery of each lane that is due and that no server tries. */
export async function dueLanes(sql: Sql, now: Date, most: number): Promise<string[]> {
  const rows = await run<{ id: string }>(sql, {
    text: `SELECT id FROM (
        SELECT DISTINCT ON (head.webhook, head.lane) head.id, head.next_time, head.lease_time FROM ${deliveries} AS head
        JOIN ${webhooks} AS called ON called.owner = 'admin' AND called.name = head.webhook AND called.is_enabled
        WHERE head.state = 'waiting' ORDER BY head.webhook, head.lane, head.number) AS heads
      WHERE next_time <= ? AND (lease_time IS NULL OR lease_time <= ?) LIMIT ?`,
    values: [now, now, most],
  });
  return rows.map(({ id }) => id);
}
