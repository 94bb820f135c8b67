import { hash, randomUUID, timingSafeEqual } from 'node:crypto';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { clientSecret } from '@doorwright/crds/kinds/client-secret.ts';
import { LRUCache } from 'lru-cache';
import { mask } from '../../core/objects/rules/present.ts';
import type { Store } from '../../core/objects/storage/store.ts';
import type { Sql } from '../../db/knex.ts';

const table = tableName(clientSecret);
/** The time between two updates of a secret's last use. So most authentications need only one statement. */
const markedEveryMs = 60_000;
const mostMarked = 20_000;

interface SecretRow {
  name: string;
  secret: string;
  not_after: string | null;
  last_used_time: string | null;
}

/** A column with an application's other secrets, for queries that call applications `a`. */
export const otherSecretsColumn = (sql: Sql) =>
  sql.raw(`(SELECT jsonb_agg(to_jsonb(s)) FROM "${table}" AS s WHERE s.application = a.name) AS kept_secrets`);

const digest = (text: string) => hash('sha256', text, 'buffer');

/** Compares digests, which have one length. So the time of the comparison reveals nothing. */
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));

/** The secret that matched, by the name of its row. The current secret may have no row yet. */
interface MatchingSecret {
  row: string | undefined;
  lastUsed: number;
}

interface Sent {
  secret: string;
  /** The application's current secret. Empty for an unknown application. */
  present: string;
  kept: readonly SecretRow[] | null;
  now: Date;
}

/** Finds the secret that was sent. During a rotation, the previous secret is valid too. */
export function matchingSecret(
  { secret, present, kept, now }: Sent,
  open: Store['fromRow'],
): MatchingSecret | undefined {
  const rows = kept ?? [];
  const used = (row: SecretRow | undefined) => (row?.last_used_time ? Date.parse(row.last_used_time) : 0);
  // This comparison always runs, so that unknown and known clients take the same time.
  const isPresent = isSame(secret, present);
  // The mask was once stored as the secret of copied applications. Everyone knows it.
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

/** Stores the time of a secret's last use, exact to the minute. */
export async function markUsed(
  sql: Sql,
  application: string,
  { row, lastUsed }: MatchingSecret,
  now: Date,
): Promise<void> {
  if (now.getTime() - lastUsed < markedEveryMs) return;
  if (row) return void (await sql(table).where({ owner: 'admin', name: row }).update({ last_used_time: now }));
  const fresh = { owner: 'admin', name: randomUUID(), created_time: now, version: 1, application };
  await sql(table).insert({ ...fresh, secret: '', last_used_time: now });
}

interface Client {
  clientId: string;
  /** The current secret as the caller knows it. It may be some seconds old. */
  clientSecret: string;
}

interface CheckDeps {
  db: Sql;
  store: (kind: string) => Store;
  now: () => Date;
}

/** Tells whether a client has this secret. In most cases it needs no statement, because token endpoints are busy. */
export function createSecretCheck({ db, store, now }: CheckDeps): (client: Client, secret: string) => Promise<boolean> {
  const application = store('application');
  const marked = new LRUCache<string, { secret: string; at: number }>({ max: mostMarked });
  return async ({ clientId, clientSecret }, secret) => {
    const at = now();
    const isKnown = isSame(secret, clientSecret);
    const last = marked.get(clientId);
    if (isKnown && last?.secret === clientSecret && at.getTime() - last.at < markedEveryMs) return true;
    const row = await db({ a: application.table }).where('a.client_id', clientId).first('a.*', otherSecretsColumn(db));
    const present = row ? String(application.fromRow(row).clientSecret) : '';
    const proven = matchingSecret(
      { secret, present, kept: row?.kept_secrets, now: at },
      store('client-secret').fromRow,
    );
    if (!proven) return false;
    await markUsed(db, row.name, proven, at);
    if (isKnown) marked.set(clientId, { secret: clientSecret, at: at.getTime() });
    return true;
  };
}

/** A new secret has no last use. */
export const deleteLastUse = (sql: Sql, application: string): Promise<number> =>
  sql(table).where({ owner: 'admin', application }).whereNull('not_after').delete();

/** Deletes expired secrets. */
export const deleteExpiredSecrets = (sql: Sql, now: Date): Promise<number> =>
  sql(table).where('not_after', '<=', now).delete();
