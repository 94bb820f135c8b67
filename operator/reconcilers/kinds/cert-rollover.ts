import { createHash } from 'node:crypto';
import type { KeyPair } from '../../api/declared-api.ts';
import type { Pass } from '../../runtime/reconciler.ts';
import { memoryKey } from '../core/api-id.ts';
import { apiName, type Declared } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import type { Fields } from '../pass/desired-fields.ts';

const usualPublishSeconds = 300;
/** A week, as tokens live usually. The API keeps it longer where the cert's applications say so. */
const retireSeconds = 168 * 3600;

/** A key that replaced another; the first one of a cert goes by the cert's name. */
export const kidOf = (name: string, { certificate }: KeyPair): string =>
  `${name}-${createHash('sha256').update(certificate).digest('hex').slice(0, 12)}`;

/**
 * The key as fields of the cert, once it signs there. A key that replaces another is published first, signs after a while,
 * and leaves the older one published as long as its tokens live; meanwhile the cert's own fields stay as they are, also
 * the algorithm where the new key brings another.
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
  // A change of key that was given up: they have signed nothing, and would stay published for ever.
  const abandoned = found.items.filter((key) => key.state === 'published' && key.kid !== kid);
  for (const key of abandoned) await api.retireKey(name, key.kid, signal);
  if (isSigning) return { ...pair };
  const { cryptoAlgorithm } = object.spec as { cryptoAlgorithm?: string };
  const hasOther = cryptoAlgorithm !== undefined && cryptoAlgorithm !== signing.cryptoAlgorithm;
  const isPublished = found.items.some((key) => key.kid === kid);
  if (!isPublished) await api.publishKey(name, { kid, ...(hasOther && { cryptoAlgorithm }), ...pair }, signal);
  const publishedAt = services.memory.firstSeen(kid, now);
  const publishSeconds = Number(object.spec.publishSeconds ?? usualPublishSeconds);
  // Until it signs, not even the half that the spec names is the cert's.
  if (now < publishedAt + publishSeconds * 1000)
    return { privateKey: undefined, ...(hasOther && { cryptoAlgorithm: undefined }) };
  await api.signWith(name, kid, retireSeconds, signal);
  // That was a change, and our own.
  services.memory.unsettle(memoryKey({ kind: 'cert', owner: 'admin', name }));
  return { ...pair };
}

/**
 * After a lost database the key comes back as the cert's first one: tokens that it signed name the id which it had. The Secret of
 * a key that was made here says it, and of one that was brought the status.
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
