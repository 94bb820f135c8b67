import type { Kind } from '@doorwright/crds';
import { snake, storedFields, tableName, tableOf } from '@doorwright/crds/derive/tables.ts';
import { event as eventKind } from '@doorwright/crds/kinds/event.ts';
import { record as recordKind } from '@doorwright/crds/kinds/record.ts';
import { webhook } from '@doorwright/crds/kinds/webhook.ts';
import { webhookDelivery } from '@doorwright/crds/kinds/webhook-delivery.ts';
import { type SqlPart, transactionOf } from '../../db/sql-parts.ts';
import { platform } from '../callers.ts';
import { jobsPart } from '../jobs/enqueue.ts';
import { linesOf } from '../jobs/policy.ts';
import { deliveryJob } from './delivery-job.ts';
import { type Told, toldText } from './told-record.ts';

const kind = recordKind as unknown as Kind;
const records = tableOf(kind);
const [events, webhooks, deliveries] = [eventKind, webhook, webhookDelivery].map(tableName);

const part = (text: string, ...values: unknown[]): SqlPart => ({ text, values });

/** The columns that the api fills. The statement itself numbers a record and finds its webhooks. */
const typeOf = new Map(records.columns.map(({ name, type }) => [name, type]));
const given = storedFields(kind)
  .filter(({ name, counted }) => !counted && name !== 'isTriggered')
  .map(({ name }) => snake(name));
const names = given.map((column) => `"${column}"`);
const typed = given.map((column) => `"${column}" ${typeOf.get(column)}`);

// The transaction gets its number before the record does. So a reader who waits for all transactions up to some number waits for this record.
const numbered = `SELECT pg_current_xact_id() AS transaction, nextval('${records.name}_id_seq') AS id, ${names}
  FROM jsonb_to_record(?::jsonb) AS given (${typed})`;

/** A row for each webhook that wants the event. Those of the platform may want events of other organizations. */
const wanted = `SELECT 'msg_' || replace(gen_random_uuid()::text, '-', '') AS id, hook.name AS webhook,
    told.event, told.object, told.name AS record, told.created_time AS time
  FROM told JOIN ${webhooks} AS hook ON hook.organization = ANY (ARRAY[told.owner, '${platform}']) AND hook.is_enabled
    AND (hook.organization = told.owner OR jsonb_exists(hook.organizations, told.owner) OR jsonb_exists(hook.organizations, '*'))
    AND jsonb_exists(hook.events, told.event)
    AND (hook.objects = '[]' OR EXISTS (SELECT FROM jsonb_array_elements_text(hook.objects) AS named WHERE named = told.object
      OR right(named, 1) = '*' AND starts_with(told.object, left(named, -1))))
  WHERE told.event <> ''`;

const written = `INSERT INTO ${records.name} (id, ${names}, is_triggered)
  SELECT id, ${names}, EXISTS (SELECT FROM wanted) FROM told`;

const happened = `INSERT INTO ${events} (owner, id, created_time, version, event, object, record)
  SELECT owner, ${transactionOf('transaction')} || lpad(to_hex(id), 32, '0'), created_time, 1, event, object, name
  FROM told WHERE event <> ''`;

const delivered = `INSERT INTO ${deliveries} (owner, id, created_time, version, webhook, event, object, lane, record, start_time, next_time)
  SELECT 'admin', id, time, 1, webhook, event, object, CASE WHEN object = '' THEN record ELSE object END, record, time, time
  FROM wanted`;

/** The group of a job, as `enqueue` makes it. */
const group = `webhook || ' ' || floor(random() * ${linesOf(deliveryJob)})::text`;

/**
 * The parts of a statement that write a record, its event, and a delivery with a job for each webhook that wants the event. If
 * `there` names another part, they do so only if that part has a row.
 */
export const recordParts = (told: Told, there = ''): Readonly<Record<string, SqlPart>> => ({
  told: part(there ? `${numbered} WHERE EXISTS (SELECT FROM ${there})` : numbered, toldText(told)),
  wanted: part(wanted),
  written: part(written),
  happened: part(happened),
  delivered: part(delivered),
  queued: jobsPart(deliveryJob, 'wanted', {
    payload: "jsonb_build_object('delivery', id, 'webhook', webhook)",
    group,
  }),
});

/** An expression over these parts: the number of new jobs. */
export const madeJobs = '(SELECT count(*)::integer FROM wanted)';
