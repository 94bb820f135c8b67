import { randomUUID } from 'node:crypto';
import { deliveryJob } from '../../core/events/delivery-job.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import { type RequestContext, record } from '../../core/objects/history/records.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { deliveries } from './lanes.ts';

/** Adds a delivery of the event `test`, whose record is that of the request. Returns its id. */
export async function testDelivery(
  { sql }: Pick<Work, 'sql'>,
  context: RequestContext,
  about: { organization: string; object: string },
  webhook: string,
): Promise<string> {
  const name = await record({ sql }, context, about);
  const { object } = about;
  const id = `msg_${randomUUID().replaceAll('-', '')}`;
  const time = context.now;
  await sql(deliveries).insert({
    ...{ owner: 'admin', id, created_time: time, version: 1, webhook, event: 'test', object },
    // A lane of its own: a test waits for no other delivery.
    ...{ lane: id, record: name, start_time: time, next_time: time },
  });
  await enqueue(sql, deliveryJob, { delivery: id, webhook });
  return id;
}
