import { X509Certificate } from 'node:crypto';
import type { ImportedObject } from '@doorwright/crds/options/imported.ts';
import { type FieldProblem, Refusal } from '../../../core/errors.ts';
import type { Draft, Work } from '../../../core/objects/rules/kind-hooks.ts';
import { checkPublicKey } from '../../../kinds/cert/keys/check-pair.ts';
import { insertKey } from '../../../kinds/cert/keys/key-rows.ts';

type FormerKey = NonNullable<ImportedObject['formerKeys']>[number];

/** Tokens of a year are the longest that products of this sort give. */
const keptMs = 400 * 86_400_000;

function wrongIn(key: FormerKey, path: string, now: Date): FieldProblem[] {
  if (!/^[\w.-]+$/.test(key.kid)) return [{ field: `${path}.kid`, code: 'file-name-form' }];
  try {
    checkPublicKey(key, now);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.fields.map((problem) => ({ ...problem, field: `${path}.${problem.field}` }));
  }
}

/** Another key has the id. The first key of a cert has the cert's name as its id. */
async function holderOf(kid: string, { sql, store }: Work): Promise<Draft | undefined> {
  const found = (await store('cert-key').find(sql, 'admin', kid)) ?? (await store('cert').find(sql, 'admin', kid));
  return found as Draft | undefined;
}

const isSameKey = (held: Draft | FormerKey, { certificate }: FormerKey) =>
  String(held.certificate).trim() === certificate.trim();

interface Judged {
  problems: FieldProblem[];
  /** Good keys that the cert does not have. */
  missing: FormerKey[];
}

/** Judges the former keys of a cert. */
export async function judgeFormerKeys(cert: string, keys: readonly FormerKey[], work: Work): Promise<Judged> {
  const problems: FieldProblem[] = [];
  const missing = new Map<string, FormerKey>();
  for (const [index, key] of keys.entries()) {
    const path = `formerKeys[${index}]`;
    const wrong = wrongIn(key, path, work.now);
    problems.push(...wrong);
    if (wrong.length > 0) continue;
    const holder = missing.get(key.kid) ?? (await holderOf(key.kid, work));
    const isThere = holder && (!('cert' in holder) || holder.cert === cert) && isSameKey(holder, key);
    if (holder && !isThere) problems.push({ field: `${path}.kid`, code: 'taken' });
    else if (!holder) missing.set(key.kid, key);
  }
  return { problems, missing: [...missing.values()] };
}

/** Publishes former keys of a new cert, so that the tokens which they signed stay valid. */
export async function addFormerKeys(cert: string, keys: readonly FormerKey[], work: Work): Promise<void> {
  for (const { kid, certificate, cryptoAlgorithm } of keys) {
    const end = Math.min(new X509Certificate(certificate).validToDate.getTime(), work.now.getTime() + keptMs);
    const notAfter = new Date(end).toISOString();
    await insertKey(kid, { cert, state: 'retired', certificate, cryptoAlgorithm, privateKey: '', notAfter }, work);
  }
}
