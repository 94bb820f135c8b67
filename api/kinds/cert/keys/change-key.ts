import { createHash, randomUUID, X509Certificate } from 'node:crypto';
import type { Cert } from '@doorwright/crds/kinds/cert.ts';
import type { CertKey } from '@doorwright/crds/kinds/cert-key.ts';
import { lastDeleted } from '../../../core/objects/history/deleted-objects.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import { insertKey, type KeyRow, keepAlgorithm, keyRowsOf, saveKey, signingRow } from './key-rows.ts';
import { isPair, type Key, retireSigning, signedTokenSeconds } from './retire-key.ts';

type Named = Key & Pick<Cert, 'name'>;
type Public = Pick<CertKey, 'certificate' | 'cryptoAlgorithm'>;

const publicHalf = (certificate: string) =>
  new X509Certificate(certificate).publicKey.export({ format: 'der', type: 'spki' });

/** A renewed certificate has the same key. The same key with another algorithm counts as another key for verifiers. */
const isSameKey = (one: Public, other: Public) =>
  one.cryptoAlgorithm === other.cryptoAlgorithm &&
  one.certificate !== '' &&
  publicHalf(one.certificate).equals(publicHalf(other.certificate));

/** The id of a key that replaces another. It has the form of the operator's ids for declared certs. */
async function freeKid({ name, certificate, cryptoAlgorithm }: Named, { sql, store }: Work): Promise<string> {
  const digest = createHash('sha256').update(certificate).digest('hex').slice(0, 12);
  const isTaken = async (kid: string) =>
    (await store('cert-key').find(sql, 'admin', kid)) ?? (await store('cert').find(sql, 'admin', kid));
  for (const kid of [`${name}-${digest}`, `${name}-${digest}-${cryptoAlgorithm}`])
    if (!(await isTaken(kid))) return kid;
  return `${name}-${randomUUID()}`;
}

/** The row of a signing key. Its private half is in the cert only. */
export const signingNow = ({ certificate, cryptoAlgorithm }: Public) =>
  ({ state: 'signing', certificate, cryptoAlgorithm, privateKey: '', notAfter: '' }) as const;

/** `cert` is the name in rows. `known` is the key's own row, if any. */
async function signWith(key: Named, { cert, known }: { cert: string; known?: KeyRow | undefined }, work: Work) {
  if (known) await saveKey(known, signingNow(key), work);
  else await insertKey(await freeKid(key, work), { cert, ...signingNow(key) }, work);
}

/**
 * The first key of a cert has the cert's name as its id. If an earlier key had this id, tokens and clients may still know that
 * key. Then the new key gets another id.
 */
export async function nameFirstKey(cert: Named, work: Work): Promise<void> {
  const { name } = cert;
  if (!isPair(cert) || signingRow(await keyRowsOf(name, work))) return;
  const isTaken = (await work.store('cert-key').find(work.sql, 'admin', name)) !== undefined;
  const gone = (await lastDeleted('cert', { owner: 'admin', key: name }, work)) as Named | undefined;
  const isOther = gone !== undefined && isPair(gone) && !isSameKey(gone, cert);
  if (isTaken || isOther) await signWith(cert, { cert: name }, work);
}

/** Replaces the key of a cert. The new key signs at once, and the old one still verifies its tokens. */
export async function changeKey(before: Named, after: Named, work: Work): Promise<void> {
  const cert = before.name;
  await keepAlgorithm(before, work);
  const rows = await keyRowsOf(cert, work);
  const [had, has] = [isPair(before), isPair(after)];
  if (!had && rows.length === 0) return nameFirstKey(after, work);
  const signing = signingRow(rows);
  if (has && ((had && isSameKey(before, after)) || (signing && isSameKey(signing, after)))) return;
  await retireSigning({ ...before, cert, kid: cert, seconds: await signedTokenSeconds(cert, work) }, work);
  const known = has ? rows.find((row) => row !== signing && isSameKey(row, after)) : undefined;
  if (has) await signWith(after, { cert, known }, work);
}

/** A renamed cert signs under its new name. The key still verifies its older tokens under the old name. */
export async function renameKey(before: Named, after: Named, work: Work): Promise<void> {
  const cert = after.name;
  const rows = await keyRowsOf(cert, work);
  if (!isPair(before) || signingRow(rows)) return;
  const known = rows.find(({ name }) => name === cert);
  const seconds = await signedTokenSeconds(cert, work);
  await retireSigning({ ...after, cert, kid: before.name, seconds }, work);
  if (known && isSameKey(known, after)) await signWith(after, { cert, known }, work);
  else await nameFirstKey(after, work);
}
