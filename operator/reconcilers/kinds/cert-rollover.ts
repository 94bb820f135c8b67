import { createHash } from 'node:crypto';
import type { KeyPair } from '../../api/declared-objects.ts';
import type { Pass } from '../../runtime/reconciler.ts';
import { memoryKey } from '../core/api-id.ts';
import { apiName, type Declared } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import type { Fields } from '../pass/desired-fields.ts';

const usualPublishSeconds = 300;
/** The usual life of tokens. The API waits longer if applications of the cert need it. */
const retireSeconds = 168 * 3600;

/** The id of a later key. The first key has the name of the cert. */
export const kidOf = (name: string, { certificate }: KeyPair): string =>
  `${name}-${createHash('sha256').update(certificate).digest('hex').slice(0, 12)}`;

/**
 * The fields of the key, once it signs. A new key is published first and signs later. The former key stays published while its
 * tokens live. Until the new key signs, the fields of the cert stay as they are, the algorithm included.
 */
export async function rollOver(
  services: Services,
  object: Declared,
  pair: KeyPair,
  { signal, now }: Pass<Declared>,
): Promise<Fields> {
  const { api } = services;
  const name = apiName(object);
  if (object.status?.externalId === undefined) return { ...pair };
  const found = await api.certKeys(name, signal);
  const signing = found?.items.find(({ state }) => state === 'signing');
  if (!found || !signing) return { ...pair };
  const isSigning = signing.certificate.trim() === pair.certificate.trim();
  const kid = isSigning ? signing.kid : kidOf(name, pair);
  // Keys of an abandoned change have signed nothing, and would stay published for ever.
  const abandoned = found.items.filter((key) => key.state === 'published' && key.kid !== kid);
  for (const key of abandoned) await api.retireKey(name, key.kid, signal);
  if (isSigning) return { ...pair };
  const { cryptoAlgorithm } = object.spec as { cryptoAlgorithm?: string };
  const hasOther = cryptoAlgorithm !== undefined && cryptoAlgorithm !== signing.cryptoAlgorithm;
  const isPublished = found.items.some((key) => key.kid === kid);
  if (!isPublished) await api.publishKey(name, { kid, ...(hasOther && { cryptoAlgorithm }), ...pair }, signal);
  const publishedAt = services.memory.firstSeen(kid, now);
  const publishSeconds = Number(object.spec.publishSeconds ?? usualPublishSeconds);
  // Before the key signs, the cert has none of its fields.
  if (now < publishedAt + publishSeconds * 1000)
    return { privateKey: undefined, ...(hasOther && { cryptoAlgorithm: undefined }) };
  await api.signWith(name, kid, retireSeconds, signal);
  // The change feed does not report changes of the operator.
  services.memory.unsettle(memoryKey({ kind: 'cert', owner: 'admin', name }));
  return { ...pair };
}

/**
 * A rebuilt database gets the key as the first one, under the id that tokens name. The Secret of a generated key has this id, and
 * the status has it for a provided key.
 */
export async function keepKeyId(
  { api }: Services,
  object: Declared,
  pair: KeyPair,
  { noted, signal }: { noted: string | undefined; signal: AbortSignal },
): Promise<void> {
  const name = apiName(object);
  const kid = kidOf(name, pair);
  const isKnown = noted === kid || (object.status?.keyIds as string[] | undefined)?.includes(kid) === true;
  if (!isKnown) return;
  const { items = [] } = (await api.certKeys(name, signal)) ?? {};
  const [signing] = items;
  if (signing?.kid !== name || signing.certificate.trim() !== pair.certificate.trim()) return;
  await api.publishKey(name, { kid, ...pair }, signal);
  await api.signWith(name, kid, 0, signal);
}
