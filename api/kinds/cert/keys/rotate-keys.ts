import type { Cert } from '@doorwright/crds/kinds/cert.ts';
import { Refusal } from '../../../core/errors.ts';
import { type RequestContext, recordWrite } from '../../../core/objects/history/records.ts';
import type { Objects } from '../../../core/objects/pass/objects.ts';
import type { Draft, Work } from '../../../core/objects/rules/kind-hooks.ts';
import type { Id } from '../../../core/objects/storage/ids.ts';
import { signingNow } from './change-key.ts';
import { checkPair } from './check-pair.ts';
import { generateCert } from './generate-cert.ts';
import { insertKey, type KeyRow, keyRowsOf, type PublishedKey, publishedKeys, saveKey } from './key-rows.ts';
import { longestTokenSeconds, retireSigning } from './retire-key.ts';

interface NewKey {
  kid: string;
  cryptoAlgorithm?: Cert['cryptoAlgorithm'] | undefined;
  certificate?: string | undefined;
  privateKey?: string | undefined;
}

const publicPartOf = (keys: readonly PublishedKey[]) => ({
  items: keys.map(({ privateKey: _, ...publicPart }) => publicPart),
});

/** The steps of a key rotation: publish, sign, retire. */
export function createCertKeys({ objects, registry }: { objects: Objects; registry: Work['registry'] }) {
  const kind = registry.named('cert');
  const { writing, load, change } = objects.steps;
  const lockedCert = (id: Id, work: Work) => load(kind, 'update', id, work, 'forNoKeyUpdate');
  const list = async (cert: Draft, work: Work) =>
    publicPartOf(publishedKeys(cert as unknown as Cert, await keyRowsOf(String(cert.name), work), work.now));

  const find = async (cert: Draft, kid: string, work: Work): Promise<KeyRow> => {
    const row = (await work.store('cert-key').find(work.sql, 'admin', kid)) as unknown as KeyRow | undefined;
    if (!row || row.cert !== cert.name) throw new Refusal('not-found', { kind: 'key', id: kid.slice(0, 100) });
    return row;
  };

  return {
    list: async (id: Id, work: Work) => list(await load(kind, 'update', id, work), work),

    /** Publishes a key before it signs. A key that is generated here is shown only in this answer. */
    publish: (
      id: Id,
      context: RequestContext,
      { kid, certificate = '', privateKey = '', cryptoAlgorithm: other }: NewKey,
    ) =>
      writing(kind, context, async (work) => {
        const cert = await lockedCert(id, work);
        const known = await work.store('cert-key').find(work.sql, 'admin', kid);
        const isSame = known?.cert === cert.name && (!privateKey || known?.privateKey === privateKey);
        if (known && isSame) return list(cert, work);
        // The first key of a cert has the cert's name as its id.
        if (known || (await work.store('cert').find(work.sql, 'admin', kid)))
          throw new Refusal('duplicate', { kind: 'key' });
        const isGiven = certificate !== '' || privateKey !== '';
        const parts = cert as Draft & Cert;
        const { name } = parts;
        const cryptoAlgorithm = other ?? parts.cryptoAlgorithm;
        const pair = isGiven
          ? { certificate, privateKey }
          : await generateCert({ ...parts, cryptoAlgorithm, now: work.now });
        checkPair({ ...cert, ...pair, cryptoAlgorithm }, work.now);
        await insertKey(kid, { cert: name, cryptoAlgorithm, state: 'published', notAfter: '', ...pair }, work);
        await recordWrite(work, context, { kind, object: cert });
        return { ...(await list(cert, work)), ...(!isGiven && { privateKey: pair.privateKey }) };
      }),

    /**
     * Signs with a published key from now on. The previous key stays for `retireSeconds`, or longer if its tokens
     * live longer.
     */
    sign: (id: Id, context: RequestContext, kid: string, { retireSeconds }: { retireSeconds: number }) =>
      writing(kind, context, async (work) => {
        const cert = (await lockedCert(id, work)) as Draft & Cert;
        const row = await find(cert, kid, work);
        if (row.state === 'signing') return list(cert, work);
        const { certificate, privateKey } = row;
        const cryptoAlgorithm = row.cryptoAlgorithm || cert.cryptoAlgorithm;
        // The same key with another id.
        const isRenamed = certificate.trim() === cert.certificate.trim() && cryptoAlgorithm === cert.cryptoAlgorithm;
        const seconds = isRenamed ? retireSeconds : Math.max(retireSeconds, await longestTokenSeconds(cert.name, work));
        await retireSigning({ ...cert, cert: cert.name, kid: cert.name, seconds }, work);
        await saveKey(row, signingNow({ certificate, cryptoAlgorithm }), work);
        const changed = await change(kind, context, id, { certificate, privateKey, cryptoAlgorithm }, work);
        return list(changed, work);
      }),

    /** Removes a key that does not sign. Its tokens become invalid. */
    retire: (id: Id, context: RequestContext, kid: string) =>
      writing(kind, context, async (work) => {
        const cert = await lockedCert(id, work);
        const row = await find(cert, kid, work);
        if (row.state === 'signing')
          throw new Refusal('in-use', {
            kind: 'key',
            id: kid,
            dependants: [{ kind: 'cert', count: 1, objects: [{ id: `admin/${cert.name}`, name: String(cert.name) }] }],
          });
        await work.store('cert-key').remove(work.sql, 'admin', kid);
        await recordWrite(work, context, { kind, object: cert });
        return list(cert, work);
      }),
  };
}
