import type { Kind } from '@doorwright/crds';
import { type Webhook, webhook as webhookKind } from '@doorwright/crds/kinds/webhook.ts';
import { deliveryStates, type WebhookDelivery } from '@doorwright/crds/kinds/webhook-delivery.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { deliveryJob } from '../../core/events/delivery-job.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import { type RequestContext, record } from '../../core/objects/history/records.ts';
import { parseId } from '../../core/objects/storage/ids.ts';
import { parsed } from '../../http/parsed-form.ts';
import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';
import { newWebhookSecret } from '../../kinds/webhook/webhook.ts';
import { deliveries } from './lanes.ts';
import { figures, figuresSince, headsOf, show, shownDelivery } from './list-deliveries.ts';
import { testDelivery } from './test-delivery.ts';

const kind = webhookKind as unknown as Kind;
const tag = kind.kind;
const permission = 'organizationAdmin';
const id = { about: 'owner/name of the webhook.', required: true } as const;
const dayMs = 24 * 3_600_000;

const filter = z.object({
  p: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
  state: z.enum(['', ...deliveryStates]).default(''),
  event: z.string().max(100).default(''),
});

const again = z.object({ delivery: z.string().max(100).describe('ID of the delivery.') });

type Deps = Pick<RouteDeps, 'db' | 'store' | 'objects'>;

/** What administrators see of the deliveries of a webhook, and what they start by hand. */
export function webhookRoutes({ db, store, objects }: Deps): Route[] {
  /** The webhook, if the caller may read it. Callers who may read a webhook may change it. */
  const webhookOf = async (context: RequestContext, named: string | undefined): Promise<Webhook> =>
    (await objects.get(kind, context, parseId(kind, named))) as unknown as Webhook;
  const about = ({ organization, name }: Webhook) => ({ organization, object: `webhook admin/${name}` });
  const { fromRow } = store('webhook-delivery');

  return [
    {
      method: 'GET',
      path: '/api/get-webhook-deliveries',
      summary: 'Lists the deliveries of a webhook, the latest first, with figures about the last day.',
      ...{ tag, permission },
      query: {
        id,
        p: { about: 'Page, from 1.' },
        pageSize: { about: 'Deliveries of a page, at most 100.' },
        state: { about: 'waiting, sent or dead.' },
        event: { about: 'Name of the event.' },
      },
      answer: { data: { type: 'array', items: emit(shownDelivery) }, data2: emit(figures) },
      async handle({ context, query }) {
        const webhook = await webhookOf(context, query.id);
        const { name } = webhook;
        const { id: _id, ...asked } = query;
        const { p, pageSize, state, event } = parsed(filter, asked);
        const wanted = { webhook: name, ...(state && { state }), ...(event && { event }) };
        const [rows, total, day] = await Promise.all([
          db(deliveries)
            .where(wanted)
            .orderBy('number', 'desc')
            .offset((p - 1) * pageSize)
            .limit(pageSize),
          db(deliveries).where(wanted).count({ count: '*' }).first(),
          figuresSince(db, name, new Date(context.now.getTime() - dayMs)),
        ]);
        const listed = rows.map((row) => fromRow(row) as unknown as WebhookDelivery);
        const heads = await headsOf(db, name, listed);
        const data = listed.map((each) => show(each, { webhook, heads, now: context.now }));
        return { data, data2: { total: Number(total?.count), ...day } };
      },
    },
    {
      method: 'POST',
      path: '/api/resend-webhook-delivery',
      summary:
        'Sends a delivery again or at once, with the same ID, and tries it for another day. Earlier ones of its object go out first.',
      ...{ tag, permission },
      query: { id },
      body: emit(again),
      async handle({ context, query, body }) {
        const found = await webhookOf(context, query.id);
        const { delivery } = parsed(again, body);
        await db.transaction(async (sql) => {
          const [changed] = await sql(deliveries)
            .where({ owner: 'admin', id: delivery, webhook: found.name })
            .update({ state: 'waiting', tries: 0, start_time: context.now, next_time: context.now })
            .returning('lane');
          if (!changed) throw new Refusal('not-found', { kind: 'delivery', id: delivery });
          await sql(deliveries)
            .where({ webhook: found.name, lane: changed.lane, state: 'waiting' })
            .whereRaw("webhook <> ''")
            .where('next_time', '>', context.now)
            .update({ next_time: context.now });
          await record({ sql }, context, { ...about(found), reason: delivery });
          await enqueue(sql, deliveryJob, { delivery, webhook: found.name });
        });
        return {};
      },
    },
    {
      method: 'POST',
      path: '/api/test-webhook',
      summary: 'Sends an event with the name test to a webhook. data is the ID of the delivery.',
      ...{ tag, permission },
      query: { id },
      answer: { data: { type: 'string' } },
      async handle({ context, query }) {
        const found = await webhookOf(context, query.id);
        return { data: await db.transaction((sql) => testDelivery({ sql }, context, about(found), found.name)) };
      },
    },
    {
      method: 'POST',
      path: '/api/new-webhook-secret',
      summary: 'Gives a webhook another secret, and shows it in this answer only. The old one signs too for a day.',
      ...{ tag, permission },
      query: { id },
      answer: { data: { type: 'string' } },
      async handle({ context, query }) {
        const at = parseId(kind, query.id);
        const secret = newWebhookSecret();
        await objects.update(kind, context, at, { secret });
        return { data: secret };
      },
    },
  ];
}
