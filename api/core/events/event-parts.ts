import type { Kind } from '@doorwright/crds';
import { tableName, tableOf } from '@doorwright/crds/derive/tables.ts';
import { event as eventKind } from '@doorwright/crds/kinds/event.ts';
import { record as recordKind } from '@doorwright/crds/kinds/record.ts';
import { webhook } from '@doorwright/crds/kinds/webhook.ts';
import { webhookDelivery } from '@doorwright/crds/kinds/webhook-delivery.ts';
import { joinedParts, type SqlPart, transactionOf } from '../../db/sql-parts.ts';
import { platform } from '../callers.ts';
import { jobsPart } from '../jobs/enqueue.ts';
import { linesOf } from '../jobs/policy.ts';
import { deliveryJob } from './delivery-job.ts';

const records = tableOf(recordKind as unknown as Kind);
const events = tableName(eventKind);
const webhooks = tableName(webhook);
const deliveries = tableName(webhookDelivery);

/** The row of a record, and the event that it tells; empty if it tells none. */
export interface Told {
  row: Readonly<Record<string, unknown>>;
  event: string;
}

type Parts = Readonly<Record<string, SqlPart>>;

/** The database numbers records, and knows whether they called a webhook. */
const given = records.columns.filter(({ name, type }) => type !== 'bigserial' && name !== 'is_triggered');
const columns = given.map(({ name }) => `"${name}"`).join(', ');
// Rows have JSON as text.
const values = given.map(({ name, type }) => (type === 'jsonb' ? `"${name}"::jsonb` : `"${name}"`)).join(', ');
const typed = given.map(({ name, type }) => `"${name}" ${type === 'jsonb' ? 'text' : type}`).join(', ');

const toldText = `SELECT ${columns}, event, ordinality
  FROM ROWS FROM (json_to_recordset(?) AS (${typed}, event text)) WITH ORDINALITY`;

/**
 * The records are one value, so that the text of the statement is always the same: Postgres plans it once, and reads
 * one value faster than many.
 */
const toldValue = (told: readonly Told[]) => JSON.stringify(told.map(({ row, event }) => ({ ...row, event })));

/** A row for each record and each webhook that wants its event. Those of the platform may want events of other organizations. */
const wanted = `SELECT 'msg_' || replace(gen_random_uuid()::text, '-', '') AS id, hook.name AS webhook,
    told.event, told.object, told.name AS record, told.created_time AS time, told.ordinality
  FROM told JOIN ${webhooks} AS hook ON hook.organization = ANY (ARRAY[told.owner, '${platform}']) AND hook.is_enabled
    AND (hook.organization = told.owner OR jsonb_exists(hook.organizations, told.owner) OR jsonb_exists(hook.organizations, '*'))
    AND jsonb_exists(hook.events, told.event)
    AND (hook.objects = '[]' OR EXISTS (SELECT FROM jsonb_array_elements_text(hook.objects) AS named WHERE named = told.object
      OR right(named, 1) = '*' AND starts_with(told.object, left(named, -1))))
  WHERE told.event <> ''`;

const recorded = `INSERT INTO ${records.name} (${columns}, is_triggered)
  SELECT ${values}, EXISTS (SELECT FROM wanted WHERE wanted.record = told.name) FROM told`;

// The name of a record is random. Another random text would cost Postgres more than the rest of the row.
const happened = `INSERT INTO ${events} (owner, id, created_time, version, event, object, record)
  SELECT owner, ${transactionOf('pg_current_xact_id()')} || replace(name, '-', ''), created_time, 1, event, object, name
  FROM told WHERE event <> ''`;

const delivered = `INSERT INTO ${deliveries} (owner, id, created_time, version, webhook, event, object, lane, record, start_time, next_time)
  SELECT 'admin', id, time, 1, webhook, event, object, CASE WHEN object = '' THEN record ELSE object END, record, time, time
  FROM wanted ORDER BY ordinality`;

/** The group of a job, as `enqueue` makes it. */
const group = `webhook || ' ' || floor(random() * ${linesOf(deliveryJob)})::text`;

const part = (text: string): SqlPart => ({ text, values: [] });

/** The parts that follow from the first one, `told`. */
const partsAfter: Parts = {
  wanted: part(wanted),
  recorded: part(recorded),
  happened: part(happened),
  delivered: part(delivered),
  queued: jobsPart(deliveryJob, 'wanted', { payload: "jsonb_build_object('delivery', id, 'webhook', webhook)", group }),
};

/** The number of deliveries of such a statement, for its answer. */
export const deliveriesMade = '(SELECT count(*)::integer FROM wanted)';

/** The parts of a larger statement that stores a record if the part named `there` has a row. */
export const eventParts = (told: Told, there: string): Parts => ({
  told: { text: `${toldText} WHERE EXISTS (SELECT FROM ${there})`, values: [toldValue([told])] },
  ...partsAfter,
});

const statement = joinedParts({ told: part(toldText), ...partsAfter }, `SELECT ${deliveriesMade} AS made`);

/**
 * Stores records, their events, and a delivery with a job for each webhook that wants one of them. One statement, so
 * that none exists without the others.
 */
export const eventStatement = (told: readonly Told[]): SqlPart => ({
  text: statement.text,
  values: [toldValue(told), ...statement.values],
});
