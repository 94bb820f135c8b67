import type { Record_ } from '@doorwright/crds/kinds/record.ts';
import type { Webhook } from '@doorwright/crds/kinds/webhook.ts';
import type { WebhookDelivery } from '@doorwright/crds/kinds/webhook-delivery.ts';
import { type DeliveryJob, deliveryJob, sweepJob } from '../../core/events/delivery-job.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import type { JobKind } from '../../core/jobs/kind.ts';
import type { Work } from '../../core/objects/kind-hooks.ts';
import type { Db, Sql } from '../../db/knex.ts';
import { bodyOf } from './body.ts';
import type { WebhookDeps } from './deps.ts';
import { deliveries, dueLanes, oldLease, takeHead, webhooks } from './lanes.ts';
import { settle } from './outcome.ts';
import { triedForMs } from './pauses.ts';
import { send } from './send.ts';

/** Deliveries of one lane in one job. The next job goes on with the rest, and other webhooks get their turn. */
const mostInTurn = 20;
const mostLanes = 5_000;

/** The record of a delivery. It has the same time, which finds its partition. */
export async function recordOf(
  { record, createdTime }: Pick<WebhookDelivery, 'record' | 'createdTime'>,
  { db, store }: Pick<Work, 'store'> & { db: Db },
): Promise<Record_ | undefined> {
  const { table, fromRow } = store('record');
  const row = await db(table).where({ created_time: createdTime, name: record }).first();
  return row && (fromRow(row) as unknown as Record_);
}

const dead = (sql: Sql, { id }: WebhookDelivery, problem: string) =>
  sql(deliveries).where({ owner: 'admin', id }).update({ state: 'dead', problem, lease_time: null, next_time: null });

/** Sends the first delivery of the lane. Returns whether there may be another one. */
async function sendHead(named: string, deps: WebhookDeps): Promise<boolean> {
  const { db, store, config } = deps;
  const row = await takeHead(db, named, deps.now());
  if (!row) return false;
  const delivery = store('webhook-delivery').fromRow(row) as unknown as WebhookDelivery;
  const [webhook, record] = await Promise.all([
    store('webhook').find(db, 'admin', delivery.webhook) as Promise<Webhook | undefined>,
    recordOf(delivery, deps),
  ]);
  if (!webhook) return false;
  if (!record) {
    await dead(db, delivery, 'its record is no longer kept');
    return true;
  }
  const { id, event } = delivery;
  const body = await bodyOf(webhook, { id, event, record }, { db, store, origin: config.DOORWRIGHT_ORIGIN });
  await settle(deps, webhook, delivery, await send(webhook, { id, body }, deps));
  return true;
}

/** Sends what waits in the lane of a delivery, in order, until one fails. */
export const deliver: JobKind<DeliveryJob, WebhookDeps> = {
  ...deliveryJob,
  async run({ delivery }, deps) {
    for (let i = 0; i < mostInTurn; i++) {
      if (await sendHead(delivery, deps)) continue;
      const until = await oldLease(deps.db, delivery, deps.now());
      if (until) await enqueue(deps.db, { ...deliveryJob, notBefore: () => until }, { delivery });
      return;
    }
    await enqueue(deps.db, deliveryJob, { delivery });
  },
};

/** Gives a job to each lane that lost its own, and ends what waited for a disabled webhook for too long. */
export const sweepDeliveries: JobKind<object, WebhookDeps> = {
  ...sweepJob,
  async run(_payload, { db, now }) {
    const time = now();
    await db(deliveries)
      .where({ state: 'waiting' })
      .where('start_time', '<=', new Date(time.getTime() - triedForMs))
      .whereIn('webhook', db(webhooks).where({ owner: 'admin', is_enabled: false }).select('name'))
      .update({ state: 'dead', problem: 'the webhook is disabled', lease_time: null, next_time: null });
    const waiting = await dueLanes(db, time, mostLanes);
    await enqueue(db, deliveryJob, ...waiting.map((delivery) => ({ delivery })));
  },
};

const keptMs = 30 * 24 * 3_600_000;

/** Deletes deliveries that are over, after thirty days. */
export const deleteOldDeliveries = (sql: Sql, now: Date): Promise<number> =>
  sql(deliveries)
    .whereNot('state', 'waiting')
    .where('created_time', '<', new Date(now.getTime() - keptMs))
    .delete();
