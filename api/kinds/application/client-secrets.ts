import { hash, randomUUID, timingSafeEqual } from 'node:crypto';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { clientSecret } from '@doorwright/crds/kinds/client-secret.ts';
import { LRUCache } from 'lru-cache';
import { mask } from '../../core/objects/present.ts';
import type { Store } from '../../core/objects/store.ts';
import type { Sql } from '../../db/knex.ts';

const table = tableName(clientSecret);
/** A secret in use is marked so at most this often: proving oneself stays one statement. */
const markedEveryMs = 60_000;
const mostMarked = 20_000;

interface KeptRow {
  name: string;
  secret: string;
  not_after: string | null;
  last_used_time: string | null;
}

/** What stands beside the secret in an application's own row, as one column of a query that calls applications `a`. */
export const keptSecretsColumn = (sql: Sql) =>
  sql.raw(`(SELECT jsonb_agg(to_jsonb(s)) FROM "${table}" AS s WHERE s.application = a.name) AS kept_secrets`);

const digest = (text: string) => hash('sha256', text, 'buffer');

/** Digests have one length whatever was sent, so that comparing them tells nothing by its time. */
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));

/** The secret that was proven, by the name of its row; the present one may have none yet. */
interface Proven {
  row: string | undefined;
  lastUsed: number;
}

interface Sent {
  secret: string;
  /** The application's present secret; empty when there is no such application. */
  present: string;
  kept: readonly KeptRow[] | null;
  now: Date;
}

/** Which of an application's secrets was sent, if one was. While they change the one before is as good as the present. */
export function provenSecret({ secret, present, kept, now }: Sent, open: Store['fromRow']): Proven | undefined {
  const rows = kept ?? [];
  const used = (row: KeptRow | undefined) => (row?.last_used_time ? Date.parse(row.last_used_time) : 0);
  // Compared always, so that an unknown client takes as long as a known one.
  const isPresent = isSame(secret, present);
  // Copies of what was read came to have the mask as their secret once, and everybody knows it.
  if (secret === '' || secret === mask) return;
  if (isPresent && present !== '') {
    const row = rows.find(({ not_after }) => not_after === null);
    return { row: row?.name, lastUsed: used(row) };
  }
  const before = rows.find(
    (row) =>
      row.not_after !== null &&
      Date.parse(row.not_after) > now.getTime() &&
      isSame(secret, String(open({ ...row }).secret)),
  );
  return before && { row: before.name, lastUsed: used(before) };
}

/** Marks a secret as used, to the minute. */
export async function markUsed(sql: Sql, application: string, { row, lastUsed }: Proven, now: Date): Promise<void> {
  if (now.getTime() - lastUsed < markedEveryMs) return;
  if (row) return void (await sql(table).where({ owner: 'admin', name: row }).update({ last_used_time: now }));
  const fresh = { owner: 'admin', name: randomUUID(), created_time: now, version: 1, application };
  await sql(table).insert({ ...fresh, secret: '', last_used_time: now });
}

interface Client {
  clientId: string;
  /** The present secret as the caller knows it, perhaps of some seconds ago. */
  clientSecret: string;
}

interface CheckDeps {
  db: Sql;
  store: (kind: string) => Store;
  now: () => Date;
}

/** Is this one of the client's secrets? As a rule that is told without a statement, for token endpoints are busy. */
export function createSecretCheck({ db, store, now }: CheckDeps): (client: Client, secret: string) => Promise<boolean> {
  const application = store('application');
  const marked = new LRUCache<string, { secret: string; at: number }>({ max: mostMarked });
  return async ({ clientId, clientSecret }, secret) => {
    const at = now();
    const isKnown = isSame(secret, clientSecret);
    const last = marked.get(clientId);
    if (isKnown && last?.secret === clientSecret && at.getTime() - last.at < markedEveryMs) return true;
    const row = await db({ a: application.table }).where('a.client_id', clientId).first('a.*', keptSecretsColumn(db));
    const present = row ? String(application.fromRow(row).clientSecret) : '';
    const proven = provenSecret({ secret, present, kept: row?.kept_secrets, now: at }, store('client-secret').fromRow);
    if (!proven) return false;
    await markUsed(db, row.name, proven, at);
    if (isKnown) marked.set(clientId, { secret: clientSecret, at: at.getTime() });
    return true;
  };
}

/** A new present secret has not been used yet. */
export const forgetUse = (sql: Sql, application: string): Promise<number> =>
  sql(table).where({ owner: 'admin', application }).whereNull('not_after').delete();

/** Forgets secrets that have ended. */
export const forgetEndedSecrets = (sql: Sql, now: Date): Promise<number> =>
  sql(table).where('not_after', '<=', now).delete();
