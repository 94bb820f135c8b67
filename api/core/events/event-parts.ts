import { tableName } from '@doorwright/crds/derive/tables.ts';
import { event as eventKind } from '@doorwright/crds/kinds/event.ts';
import { webhook } from '@doorwright/crds/kinds/webhook.ts';
import { webhookDelivery } from '@doorwright/crds/kinds/webhook-delivery.ts';
import { type SqlPart, transactionOf } from '../../db/sql-parts.ts';
import { platform } from '../callers.ts';
import { jobsPart } from '../jobs/enqueue.ts';
import { linesOf } from '../jobs/policy.ts';
import { deliveryJob } from './delivery-job.ts';

const events = tableName(eventKind);
const webhooks = tableName(webhook);
const deliveries = tableName(webhookDelivery);

/** The row of a record, and the event that it tells. */
export interface Told {
  table: string;
  row: Readonly<Record<string, unknown>>;
  event: string | undefined;
}

type Parts = Readonly<Record<string, SqlPart>>;

const marks = (row: object) => Object.keys(row).map(() => '?');

/** The webhooks that want an event. Those of the platform may want events of other organizations. */
const wantedPart = (event: string, owner: unknown, object: unknown, where: string): SqlPart => ({
  text: `SELECT name FROM ${webhooks} WHERE organization IN (?, '${platform}') AND is_enabled
    AND (organization = ? OR jsonb_exists(organizations, ?) OR jsonb_exists(organizations, '*'))
    AND jsonb_exists(events, ?)
    AND (objects = '[]' OR EXISTS (SELECT FROM jsonb_array_elements_text(objects) AS named WHERE named = ?
      OR right(named, 1) = '*' AND starts_with(?, left(named, -1)))) ${where}`,
  values: [owner, owner, owner, event, object, object],
});

/** The group of a job, as `enqueue` makes it. */
const group = `webhook || ' ' || floor(random() * ${linesOf(deliveryJob)})::text`;

/**
 * The parts of a statement that stores a record, its event, and a delivery with a job for each webhook that wants it.
 * One statement, so that none exists without the others. If `there` names another part, only if that part has a row.
 */
export function eventParts({ table, row, event }: Told, there = ''): Parts {
  const from = there ? `FROM ${there}` : '';
  const { is_triggered: _never, ...record } = row;
  const columns = Object.keys(record).map((name) => `"${name}"`);
  const isTriggered = event ? 'EXISTS (SELECT FROM wanted)' : 'false';
  const recorded = {
    text: `INSERT INTO ${table} (${columns}, is_triggered) SELECT ${marks(record)}, ${isTriggered} ${from}`,
    values: Object.values(record),
  };
  if (!event) return { recorded };
  const { owner, name, created_time: time, object } = row;
  return {
    wanted: wantedPart(event, owner, object, there && `AND EXISTS (SELECT ${from})`),
    recorded,
    happened: {
      text: `INSERT INTO ${events} (owner, id, created_time, version, event, object, record)
        SELECT ?, ${transactionOf('pg_current_xact_id()')} || replace(gen_random_uuid()::text, '-', ''), ?, 1, ?, ?, ? ${from}`,
      values: [owner, time, event, object, name],
    },
    delivered: {
      text: `INSERT INTO ${deliveries} (owner, id, created_time, version, webhook, event, object, lane, record, start_time, next_time)
        SELECT 'admin', 'msg_' || replace(gen_random_uuid()::text, '-', ''), ?, 1, name, ?, ?, ?, ?, ?, ? FROM wanted
        RETURNING id, webhook`,
      values: [time, event, object, object || name, name, time, time],
    },
    queued: jobsPart(deliveryJob, 'delivered', {
      payload: "jsonb_build_object('delivery', id, 'webhook', webhook)",
      group,
    }),
  };
}

/** The number of deliveries of such a statement, for its answer. */
export const deliveriesMade = ({ delivered }: Parts): string =>
  delivered ? '(SELECT count(*)::integer FROM delivered)' : '0';
