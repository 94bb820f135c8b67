import { randomBytes } from 'node:crypto';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import type { Webhook } from '@doorwright/crds/kinds/webhook.ts';
import { webhookDelivery } from '@doorwright/crds/kinds/webhook-delivery.ts';
import { sweepJob } from '../../core/events/delivery-job.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import type { Draft, Hooks } from '../../core/objects/rules/kind-hooks.ts';
import type { Sql } from '../../db/knex.ts';

const deliveries = tableName(webhookDelivery);

/** The time in which the previous key signs beside a new one. */
const overlapMs = 24 * 3_600_000;

export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The changes that give a webhook another key. The key before stays valid for the overlap. */
export const withSecret = (before: Pick<Webhook, 'secret'>, secret: string, now: Date, overlap = overlapMs) => ({
  secret,
  previousSecret: before.secret,
  previousSecretUntil: before.secret ? new Date(now.getTime() + overlap).toISOString() : '',
});

const asWebhook = (draft: Draft) => draft as Draft & Webhook;

/**
 * Waits for changes that write deliveries, and makes later ones wait. Otherwise a change that began before could add a delivery
 * under a name that no webhook has any more, and nobody would send it. A statement gets this lock before it reads webhooks.
 */
const holdDeliveries = (sql: Sql) => sql.raw(`LOCK TABLE ${deliveries} IN SHARE ROW EXCLUSIVE MODE`);

function refuseWithoutAddress({ url }: Draft): void {
  if (!url) throw invalid([{ field: 'url', code: 'empty' }]);
}

export const webhookHooks: Hooks = {
  async beforeAdd(draft) {
    refuseWithoutAddress(draft);
    return { ...draft, secret: asWebhook(draft).secret || newWebhookSecret() };
  },
  async beforeRemove(_webhook, { sql }) {
    await holdDeliveries(sql);
  },
  async beforeUpdate(draft, before, { sql, now }) {
    refuseWithoutAddress(draft);
    const [next, last] = [asWebhook(draft), asWebhook(before)];
    if (next.name !== last.name) await holdDeliveries(sql);
    const secret = next.secret || newWebhookSecret();
    const isEnabledAgain = next.isEnabled && !last.isEnabled;
    if (isEnabledAgain) {
      // The receiver may work again, so no delivery waits for the end of its pause.
      await sql(deliveries)
        .where({ webhook: last.name, state: 'waiting' })
        // The index of lanes leaves out empty webhooks.
        .whereRaw("webhook <> ''")
        .where('next_time', '>', now)
        .update({ next_time: now });
      await enqueue(sql, sweepJob, {});
    }
    return {
      ...draft,
      ...(secret !== last.secret && withSecret(last, secret, now)),
      // A webhook that somebody enables again gets three new days.
      ...(isEnabledAgain && { failingSince: '', problem: '', problemCode: '', problemValue: '' }),
    };
  },
};
