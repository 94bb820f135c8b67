import { randomUUID } from 'node:crypto';
import type { SamlKey } from '@doorwright/crds/kinds/saml-key.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { createWorkQueue } from '../../core/work/work-queue.ts';
import type { Db, Sql } from '../../db/knex.ts';
import { generateCert, type KeyPair } from '../cert/keys/generate-cert.ts';

type State = SamlKey['state'];
type Rows = { sql: Sql } & Pick<Work, 'store'>;

const order: readonly State[] = ['shared', 'signing', 'published', 'retired'];

/** The keys of an organization, the one that signs first. */
export async function samlKeyRows(organization: string, { sql, store }: Rows): Promise<SamlKey[]> {
  const { table, fromRow } = store('saml-key');
  const rows = (await sql(table).where({ organization })).map((row) => fromRow(row) as unknown as SamlKey);
  return rows.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

/** RSA, which every library can verify, with a key that is long enough for ten years. */
const settings = { cryptoAlgorithm: 'RS256', bitSize: 3072, expireInYears: 10 } as const;

export const newSamlPair = (organization: string, now: Date): Promise<KeyPair> =>
  generateCert({ ...settings, name: `${organization} SAML`, owner: organization, now });

export async function insertSamlKey(
  { organization, state, ...pair }: Pick<SamlKey, 'organization' | 'state' | 'certificate' | 'privateKey'>,
  { sql, store, now }: Rows & { now: Date },
): Promise<void> {
  const { table, toRow } = store('saml-key');
  const row = { owner: 'admin', name: randomUUID(), createdTime: now.toISOString(), version: 1, organization, state };
  await sql(table)
    .insert(toRow({ ...row, ...pair, notAfter: '' }))
    .onConflict()
    .ignore();
}

/** Keys are made one by one, because any stranger who reads metadata can cause this work. */
const inTurn = createWorkQueue({ atOnce: 1, waiting: 100 });

/**
 * The keys of an organization, which gets its first one when SAML first needs it. Most organizations of a large installation use no SAML, and a
 * key costs a third of a second of a processor.
 */
export async function samlKeyRowsMade(
  organization: string,
  { db, store, now }: { db: Db; now: Date } & Pick<Work, 'store'>,
): Promise<SamlKey[]> {
  const rows = await samlKeyRows(organization, { sql: db, store });
  if (rows.length > 0) return rows;
  await inTurn(async () => {
    if ((await samlKeyRows(organization, { sql: db, store })).length > 0) return;
    const pair = await newSamlPair(organization, now);
    await db.transaction(async (sql) => {
      // A deleted organization leaves no key to a later one of its name.
      const kept = await sql(store('organization').table).where({ owner: 'admin', name: organization }).forKeyShare();
      if (kept.length > 0) await insertSamlKey({ organization, state: 'signing', ...pair }, { sql, store, now });
    });
  });
  return samlKeyRows(organization, { sql: db, store });
}
