import { tableName } from '@doorwright/crds/derive/tables.ts';
import type { Cert } from '@doorwright/crds/models/cert.ts';
import { type CertKey, certKey } from '@doorwright/crds/models/cert-key.ts';
import type { Sql } from '../db/knex.ts';
import { Refusal } from '../http/errors.ts';
import { generateCert } from '../keys/generate-cert.ts';
import { accessSeconds } from '../protocol/tokens/lifetimes.ts';
import { checkPair } from '../resources/cert.ts';
import type { Draft, Work } from '../resources/hooks.ts';
import type { Id } from '../resources/ids.ts';
import type { Objects } from '../resources/objects.ts';
import { recordWrite, type Visit } from '../resources/records.ts';

export type KeyRow = CertKey & { name: string; version: number };

/** A key that the JWKS holds. */
export interface PublishedKey {
  kid: string;
  state: CertKey['state'];
  certificate: string;
  privateKey: string;
  /** When a retired key is no longer published; empty for the others. */
  notAfter: string;
}

const order = ['signing', 'published', 'retired'];

async function rowsOf(cert: string, { sql, store }: Pick<Work, 'sql' | 'store'>): Promise<KeyRow[]> {
  const { table, fromRow } = store('cert-key');
  const rows = await sql(table).where({ owner: 'admin', cert }).orderBy('created_time');
  return rows.map((row) => fromRow(row) as unknown as KeyRow);
}

/** The id under which a cert signs: its own name, until another key took over. */
const signingRow = (rows: readonly KeyRow[]) => rows.find(({ state }) => state === 'signing');

/**
 * The keys of a cert that verify tokens now, the signing one first. Its halves stand in the cert itself, so that a cert
 * which never changed keys has no row beside it.
 */
export function publishedKeys(cert: Cert, rows: readonly KeyRow[], now: Date): PublishedKey[] {
  const { certificate, privateKey } = cert;
  const kid = signingRow(rows)?.name ?? cert.name;
  const others = rows
    .filter(({ state }) => state !== 'signing')
    .filter(({ notAfter }) => notAfter === '' || Date.parse(notAfter) > now.getTime())
    .map(({ name, state, notAfter, ...key }) => ({
      kid: name,
      state,
      certificate: key.certificate,
      privateKey: key.privateKey,
      notAfter,
    }));
  const signing = { kid, state: 'signing' as const, certificate, privateKey, notAfter: '' };
  return [signing, ...others].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

export const forgetRetiredKeys = (sql: Sql, now: Date): Promise<number> =>
  sql(tableName(certKey)).where('not_after', '<=', now).delete();

interface NewKey {
  kid: string;
  certificate?: string | undefined;
  privateKey?: string | undefined;
}

const toldOf = (keys: readonly PublishedKey[]) => ({
  items: keys.map(({ kid, state, certificate, notAfter }) => ({ kid, state, certificate, notAfter })),
});

/** How long a token may live that one of the cert's applications gets now. */
async function longestTokenSeconds({ name }: Draft, { sql, store }: Work): Promise<number> {
  const rows = await sql(store('application').table).distinct('expire_in_hours').where({ cert: name });
  return Math.max(0, ...rows.map(({ expire_in_hours: expireInHours }) => accessSeconds({ expireInHours })));
}

/** The keys of certs through a change of key: publish, sign, retire. */
export function createCertKeys({ objects, registry }: { objects: Objects; registry: Work['registry'] }) {
  const kind = registry.named('cert');
  const { writing, load, change } = objects.steps;
  const lockedCert = (id: Id, work: Work) => load(kind, 'update', id, work, 'forNoKeyUpdate');
  const list = async (cert: Draft, work: Work) =>
    toldOf(publishedKeys(cert as unknown as Cert, await rowsOf(String(cert.name), work), work.now));

  const find = async (cert: Draft, kid: string, work: Work): Promise<KeyRow> => {
    const row = (await work.store('cert-key').find(work.sql, 'admin', kid)) as unknown as KeyRow | undefined;
    if (!row || row.cert !== cert.name) throw new Refusal('not-found', { kind: 'key', id: kid.slice(0, 100) });
    return row;
  };

  const save = (row: KeyRow, changes: Partial<KeyRow>, work: Work) =>
    work.store('cert-key').update(work.sql, 'admin', row.name, { ...row, ...changes, version: row.version + 1 });

  const insert = (cert: Draft, kid: string, key: Partial<CertKey>, work: Work) =>
    work.store('cert-key').insert(work.sql, {
      owner: 'admin',
      name: kid,
      createdTime: work.now.toISOString(),
      version: 1,
      cert: cert.name,
      ...key,
    });

  /** The key that signs until now goes on verifying until the last token that it signed has ended. */
  async function retireSigning(cert: Draft, notAfter: string, work: Work): Promise<void> {
    const { certificate, privateKey } = cert as Draft & Cert;
    const retired = { state: 'retired' as const, certificate, privateKey, notAfter };
    const row = signingRow(await rowsOf(String(cert.name), work));
    if (row) await save(row, retired, work);
    else await insert(cert, String(cert.name), retired, work);
  }

  return {
    list: async (id: Id, work: Work) => list(await load(kind, 'update', id, work), work),

    /** Publishes a key before it signs. One that is made here is told in this one answer. */
    publish: (id: Id, visit: Visit, { kid, certificate = '', privateKey = '' }: NewKey) =>
      writing(kind, visit, async (work) => {
        const cert = await lockedCert(id, work);
        const known = await work.store('cert-key').find(work.sql, 'admin', kid);
        const isSame = known?.cert === cert.name && (!privateKey || known?.privateKey === privateKey);
        if (known && isSame) return list(cert, work);
        // The first key of a cert goes by the cert's name.
        if (known || (await work.store('cert').find(work.sql, 'admin', kid)))
          throw new Refusal('duplicate', { kind: 'key' });
        const isGiven = certificate !== '' || privateKey !== '';
        const parts = cert as Draft & Cert;
        const pair = isGiven ? { certificate, privateKey } : await generateCert({ ...parts, now: work.now });
        checkPair({ ...cert, ...pair }, work.now);
        await insert(cert, kid, { state: 'published', notAfter: '', ...pair }, work);
        await recordWrite(work, visit, { kind, object: cert });
        return { ...(await list(cert, work)), ...(!isGiven && { privateKey: pair.privateKey }) };
      }),

    /** Signs with a published key from now on. The one before stays for `retireSeconds`, or longer where its tokens live longer. */
    sign: (id: Id, visit: Visit, kid: string, { retireSeconds }: { retireSeconds: number }) =>
      writing(kind, visit, async (work) => {
        const cert = await lockedCert(id, work);
        const row = await find(cert, kid, work);
        if (row.state === 'signing') return list(cert, work);
        const { certificate, privateKey } = row;
        // The same key under another id.
        const isRenamed = certificate.trim() === String(cert.certificate).trim();
        const seconds = isRenamed ? retireSeconds : Math.max(retireSeconds, await longestTokenSeconds(cert, work));
        await retireSigning(cert, new Date(work.now.getTime() + seconds * 1000).toISOString(), work);
        await save(row, { state: 'signing', certificate: '', privateKey: '', notAfter: '' }, work);
        const changed = await change(kind, visit, id, { certificate, privateKey }, work);
        return list(changed, work);
      }),

    /** Ends a key that does not sign: tokens that it signed are not good any more. */
    retire: (id: Id, visit: Visit, kid: string) =>
      writing(kind, visit, async (work) => {
        const cert = await lockedCert(id, work);
        const row = await find(cert, kid, work);
        if (row.state === 'signing')
          throw new Refusal('in-use', { kind: 'key', id: kid, dependants: `cert ${cert.name}` });
        await work.store('cert-key').remove(work.sql, 'admin', kid);
        await recordWrite(work, visit, { kind, object: cert });
        return list(cert, work);
      }),
  };
}
