import { setTimeout as pause } from 'node:timers/promises';
import type { Kind } from '@doorwright/crds';
import { blankTable, freshTable, tableName, tableOf } from '@doorwright/crds/derive/tables.ts';
import { event as eventKind } from '@doorwright/crds/kinds/event.ts';
import { record as recordKind } from '@doorwright/crds/kinds/record.ts';
import { webhook } from '@doorwright/crds/kinds/webhook.ts';
import { webhookDelivery } from '@doorwright/crds/kinds/webhook-delivery.ts';
import type { Db, Sql } from '../../db/knex.ts';
import { joinedParts, run, type SqlPart, transactionOf } from '../../db/sql-parts.ts';
import { platform } from '../callers.ts';
import { announceJobs, jobsPart } from '../jobs/enqueue.ts';
import { linesOf } from '../jobs/policy.ts';
import { deliveryJob } from './delivery-job.ts';

const records = tableOf(recordKind as unknown as Kind);
const [fresh, blank] = [freshTable(records), blankTable(records)];
const [events, webhooks, deliveries] = [eventKind, webhook, webhookDelivery].map(tableName);

/** Records of one statement. */
const batchSize = 1_000;

const longestWaitMs = 1_000;
const lookAgainMs = 20;

/** Any number works if all replicas use the same. */
const lockKey = 7_018_004;

const part = (text: string, ...values: unknown[]): SqlPart => ({ text, values });

/** Keeps others from filing until the end of a transaction. */
export const holdFiling = async (sql: Sql): Promise<void> =>
  void (await run(sql, part('SELECT FROM pg_advisory_xact_lock(?)', lockKey)));

/** One process files at a time, so that events keep the order of their records. */
const turn = 'SELECT pg_try_advisory_xact_lock(?) AS is_ours';
const first = `SELECT ctid AS place FROM ${fresh} WHERE (SELECT is_ours FROM turn) ORDER BY id LIMIT ${batchSize}`;

/** Another process may have filed some a moment before. Those are gone, and Postgres leaves them out. */
const taken = `DELETE FROM ${fresh} WHERE ctid = ANY (ARRAY(SELECT place FROM first)) RETURNING id, event, told`;

// By the columns of the database, because the release that wrote a record may know more of them, or fewer.
const told = `SELECT taken.event, whole, whole.* FROM ${blank} AS blank, taken, jsonb_populate_record(NULL::${records.name},
  to_jsonb(blank) || taken.told::jsonb || jsonb_build_object('id', taken.id)) AS whole`;

/** A row for each record and each webhook that wants its event. Those of the platform may want events of other organizations. */
const wanted = `SELECT 'msg_' || replace(gen_random_uuid()::text, '-', '') AS id, hook.name AS webhook,
    told.event, told.object, told.name AS record, told.created_time AS time, told.id AS number
  FROM told JOIN ${webhooks} AS hook ON hook.organization = ANY (ARRAY[told.owner, '${platform}']) AND hook.is_enabled
    AND (hook.organization = told.owner OR jsonb_exists(hook.organizations, told.owner) OR jsonb_exists(hook.organizations, '*'))
    AND jsonb_exists(hook.events, told.event)
    AND (hook.objects = '[]' OR EXISTS (SELECT FROM jsonb_array_elements_text(hook.objects) AS named WHERE named = told.object
      OR right(named, 1) = '*' AND starts_with(told.object, left(named, -1))))
  WHERE told.event <> ''`;

const filed = `INSERT INTO ${records.name} SELECT filed.* FROM told, jsonb_populate_record(told.whole, jsonb_build_object(
    'is_triggered', EXISTS (SELECT FROM wanted WHERE wanted.record = told.name))) AS filed
  ORDER BY told.id`;

const happened = `INSERT INTO ${events} (owner, id, created_time, version, event, object, record)
  SELECT owner, ${transactionOf('pg_current_xact_id()')} || lpad(to_hex(id), 32, '0'), created_time, 1, event, object, name
  FROM told WHERE event <> ''`;

const delivered = `INSERT INTO ${deliveries} (owner, id, created_time, version, webhook, event, object, lane, record, start_time, next_time)
  SELECT 'admin', id, time, 1, webhook, event, object, CASE WHEN object = '' THEN record ELSE object END, record, time, time
  FROM wanted ORDER BY number`;

/** The group of a job, as `enqueue` makes it. */
const group = `webhook || ' ' || floor(random() * ${linesOf(deliveryJob)})::text`;

const statement = joinedParts(
  {
    turn: part(turn, lockKey),
    first: part(first),
    taken: part(taken),
    told: part(told),
    wanted: part(wanted),
    filed: part(filed),
    happened: part(happened),
    delivered: part(delivered),
    queued: jobsPart(deliveryJob, 'wanted', {
      payload: "jsonb_build_object('delivery', id, 'webhook', webhook)",
      group,
    }),
  },
  `SELECT is_ours AS "isOurs", (SELECT count(*)::integer FROM first) AS seen,
    (SELECT count(*)::integer FROM wanted) AS made FROM turn`,
);

interface Done {
  isOurs: boolean;
  seen: number;
  made: number;
}

/**
 * Files the fresh records: it moves them to the others, and writes their events, and a delivery with a job for each webhook
 * that wants one of them. One statement, so that none exists without the others. Afterwards all are filed that were
 * committed before the call. Returns their number, or undefined if others kept it from filing for a second.
 */
export async function fileRecords(sql: Sql): Promise<number | undefined> {
  const until = performance.now() + longestWaitMs;
  for (let filed = 0; ; ) {
    const [{ isOurs, seen, made }] = (await run(sql, statement)) as unknown as [Done];
    announceJobs(sql, deliveryJob, made);
    filed += seen;
    if (isOurs && seen < batchSize) return filed;
    if (!isOurs && performance.now() > until) return undefined;
    if (!isOurs) await pause(lookAgainMs);
  }
}

/** Files the fresh records in a transaction, and keeps others from filing until its end. */
export async function fileAndHold(sql: Sql): Promise<void> {
  await holdFiling(sql);
  await fileRecords(sql);
}

/** Gives back the room of filed records. Until then, all who read fresh ones read it too. */
export const clearFiled = (db: Db): PromiseLike<unknown> => db.raw(`VACUUM (SKIP_LOCKED) ${fresh}`);
