import type { Record_ } from '@doorwright/crds/kinds/record.ts';
import type { Webhook } from '@doorwright/crds/kinds/webhook.ts';
import type { WebhookDelivery } from '@doorwright/crds/kinds/webhook-delivery.ts';
import { type DeliveryJob, deliveryJob, retryJob, slowJob, sweepJob } from '../../core/events/delivery-job.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import type { JobDefinition, JobKind } from '../../core/jobs/kind.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import type { Db, Sql } from '../../db/knex.ts';
import { bodyOf } from './body.ts';
import type { WebhookDeps } from './deps.ts';
import { deliveries, dueLanes, takeHead, webhooks } from './lanes.ts';
import { settle } from './outcome.ts';
import { triedForMs } from './pauses.ts';
import { send, toldProblem } from './send.ts';

/** The deliveries of a lane that one job sends. The next job continues with the rest, and other webhooks get their turn. */
const mostInTurn = 20;
const longestTurnMs = 30_000;
const mostLanes = 5_000;

/** The record of a delivery. Both have the same time, which finds the partition. */
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

/** The kind of job for a lane of a webhook that fails or not. */
const jobFor = (isFailing: boolean) => (isFailing ? retryJob : deliveryJob);

/** Sends the first delivery of the lane. Returns whether there may be another one. */
async function sendHead(job: DeliveryJob, kind: JobDefinition<DeliveryJob>, deps: WebhookDeps): Promise<boolean> {
  const { db, store, config } = deps;
  const forFailing = kind === retryJob;
  const head = await takeHead(db, job.delivery, deps.now(), forFailing);
  if (!head?.taken) {
    if (head?.isDue && head.isFailing !== forFailing) await enqueue(db, jobFor(head.isFailing), job);
    const { lookAgain } = head ?? {};
    if (lookAgain) await enqueue(db, { ...kind, notBefore: () => lookAgain }, job);
    return false;
  }
  const delivery = store('webhook-delivery').fromRow(head.taken) as unknown as WebhookDelivery;
  const [webhook, record] = await Promise.all([
    store('webhook').find(db, 'admin', delivery.webhook) as Promise<Webhook | undefined>,
    recordOf(delivery, deps),
  ]);
  if (!webhook) return false;
  if (!record) {
    await dead(db, delivery, (await toldProblem({ code: 'record-gone', value: '' })).problem);
    return true;
  }
  const { id, event } = delivery;
  const body = await bodyOf(webhook, { id, event, record }, { db, store, origin: config.DOORWRIGHT_ORIGIN });
  const outcome = await send(webhook, { id, body }, deps);
  deps.slowWebhooks.note(webhook.name, outcome.attempt.duration);
  await settle(deps, webhook, delivery, outcome);
  return true;
}

/** Sends what waits in the lane of a delivery, in order, until one fails. */
const sending = (kind: JobDefinition<DeliveryJob>): JobKind<DeliveryJob, WebhookDeps> => ({
  ...kind,
  async run(job, deps) {
    const ends = performance.now() + longestTurnMs;
    const isTooSlow = () => kind === deliveryJob && deps.slowWebhooks.has(job.webhook);
    for (let i = 0; i < mostInTurn && performance.now() < ends && !isTooSlow(); i++)
      if (!(await sendHead(job, kind, deps))) return;
    await enqueue(deps.db, isTooSlow() ? slowJob : kind, job);
  },
});

export const deliver = sending(deliveryJob);
export const deliverSlowly = sending(slowJob);
export const deliverAgain = sending(retryJob);

/** Gives a job to each lane that lost its own, and ends deliveries that waited too long for a disabled webhook. */
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
    for (const isFailing of [false, true]) {
      const lanes = waiting.filter((lane) => lane.isFailing === isFailing);
      await enqueue(db, jobFor(isFailing), ...lanes.map(({ delivery, webhook }) => ({ delivery, webhook })));
    }
  },
};

const keptMs = 30 * 24 * 3_600_000;

/** Deletes deliveries that are over, after thirty days. */
export const deleteOldDeliveries = (sql: Sql, now: Date): Promise<number> =>
  sql(deliveries)
    .whereNot('state', 'waiting')
    .where('created_time', '<', new Date(now.getTime() - keptMs))
    .delete();
