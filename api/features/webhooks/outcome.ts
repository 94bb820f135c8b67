import type { Kind } from '@doorwright/crds';
import { type Webhook, webhook as webhookKind } from '@doorwright/crds/kinds/webhook.ts';
import type { Attempt, WebhookDelivery } from '@doorwright/crds/kinds/webhook-delivery.ts';
import { failedTooLong } from '@doorwright/crds/options/call-problems.ts';
import { platform } from '../../core/callers.ts';
import { retryJob } from '../../core/events/delivery-job.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import { addChange } from '../../core/objects/history/outbox.ts';
import { type RequestContext, recordWrite } from '../../core/objects/history/records.ts';
import { lockedFields, originOf } from '../../core/objects/references/origins.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import type { Sql } from '../../db/knex.ts';
import type { WebhookDeps } from './deps.ts';
import { deliveries, webhooks } from './lanes.ts';
import { failsForMs, nextAttempt, triedForMs } from './pauses.ts';
import type { Outcome } from './send.ts';

const keptAttempts = 40;
const kind = webhookKind as unknown as Kind;

const contextAt = (now: Date): RequestContext => ({
  caller: { type: 'application', name: 'webhooks', organization: platform, access: { level: 'administrator' } },
  ...{ now, method: '', uri: '', action: 'update-webhook', clientIp: '' },
});

/**
 * Disables a webhook that has failed for too long. The record says why. If a custom resource declares it enabled, it stays
 * enabled: the operator would enable it again and again.
 */
export async function switchOff({ db, store, registry, box }: WebhookDeps, name: string, now: Date): Promise<void> {
  const context = contextAt(now);
  await db.transaction(async (sql) => {
    const origin = await originOf(kind, { owner: 'admin', key: name }, { sql, store });
    if (origin && lockedFields(origin, now).includes('isEnabled')) return;
    const [row] = await sql(webhooks)
      .where({ owner: 'admin', name, is_enabled: true })
      .update({ is_enabled: false, version: sql.raw('version + 1') })
      .returning('*');
    if (!row) return;
    const work: Work = { sql, caller: context.caller, now, registry, box, store };
    await recordWrite(work, context, { kind, object: store('webhook').fromRow(row), reason: failedTooLong });
  });
}

/** Tells a custom resource that its webhook begins or ends to fail. The configuration is the same, so nothing drifts. */
const tellResource = (sql: Sql, name: string, now: Date) =>
  addChange(sql, { kind, owner: 'admin', name, actor: '' }, now);

/** Notes a failure of a webhook. Returns whether it has failed for too long. */
async function noteFailure(sql: Sql, { name }: Webhook, attempt: Attempt, now: Date): Promise<boolean> {
  const { problem, code, value } = attempt;
  const [row] = await sql(webhooks)
    .where({ owner: 'admin', name })
    .update({
      failing_since: sql.raw('coalesce(failing_since, ?)', [now]),
      problem,
      problem_code: code,
      problem_value: value,
    })
    .returning('failing_since');
  if (row?.failing_since.getTime() === now.getTime()) await tellResource(sql, name, now);
  return row !== undefined && row.failing_since.getTime() + failsForMs <= now.getTime();
}

async function noteSuccess(sql: Sql, { name }: Webhook, now: Date): Promise<void> {
  await sql(webhooks)
    .where({ owner: 'admin', name })
    .update({ failing_since: null, problem: '', problem_code: '', problem_value: '' });
  await tellResource(sql, name, now);
}

/**
 * Stores the outcome of an attempt, and the next one if it failed. If this server has lost the lease, another one has tried the
 * delivery, and the outcome of that one counts.
 */
export async function settle(
  deps: WebhookDeps,
  webhook: Webhook,
  delivery: WebhookDelivery,
  { attempt, isSent, askedMs }: Outcome,
): Promise<void> {
  const { db } = deps;
  const now = deps.now();
  const tries = delivery.tries + 1;
  const end = Date.parse(delivery.startTime) + triedForMs;
  const isDead = !isSent && now.getTime() >= end;
  const next = new Date(Math.min(nextAttempt(tries, askedMs, now).getTime(), end));
  const { status, duration, problem } = attempt;
  const update = (sql: Sql) =>
    sql(deliveries)
      .where({ owner: 'admin', id: delivery.id, lease_time: delivery.leaseTime })
      .update({
        state: isSent ? 'sent' : isDead ? 'dead' : 'waiting',
        ...{ tries, status, duration, problem, lease_time: null },
        next_time: isSent || isDead ? null : next,
        attempts: JSON.stringify([...delivery.attempts, attempt].slice(-keptAttempts)),
      });
  // The usual case is one statement.
  if (isSent && !webhook.failingSince) return void (await update(db));
  const isLate = await db.transaction(async (sql) => {
    if ((await update(sql)) === 0) return false;
    if (isSent) await noteSuccess(sql, webhook, now);
    else if (!isDead) {
      const { id } = delivery;
      await enqueue(sql, { ...retryJob, notBefore: () => next }, { delivery: id, webhook: webhook.name });
    }
    return !isSent && noteFailure(sql, webhook, attempt, now);
  });
  if (isLate) await switchOff(deps, webhook.name, now);
}
