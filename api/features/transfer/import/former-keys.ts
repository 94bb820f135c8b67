import { X509Certificate } from 'node:crypto';
import type { ImportedObject } from '@doorwright/crds/options/imported.ts';
import { type FieldProblem, Refusal } from '../../../core/errors.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import { checkPublicKey } from '../../../kinds/cert/keys/check-pair.ts';
import { insertKey, keyRowsOf } from '../../../kinds/cert/keys/key-rows.ts';

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

/** The first key of a cert has the cert's name as its id. */
const isTaken = async (kid: string, { sql, store }: Work): Promise<boolean> =>
  Boolean((await store('cert-key').find(sql, 'admin', kid)) ?? (await store('cert').find(sql, 'admin', kid)));

/** Publishes the former keys of a new cert, so that the tokens which they signed stay valid. Returns what is wrong with some. */
export async function addFormerKeys(cert: string, keys: readonly FormerKey[], work: Work): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = [];
  for (const [index, key] of keys.entries()) {
    const path = `formerKeys[${index}]`;
    const wrong = wrongIn(key, path, work.now);
    if (wrong.length === 0 && (await isTaken(key.kid, work))) wrong.push({ field: `${path}.kid`, code: 'taken' });
    problems.push(...wrong);
    if (wrong.length > 0) continue;
    const { kid, certificate, cryptoAlgorithm } = key;
    const end = Math.min(new X509Certificate(certificate).validToDate.getTime(), work.now.getTime() + keptMs);
    const notAfter = new Date(end).toISOString();
    await insertKey(kid, { cert, state: 'retired', certificate, cryptoAlgorithm, privateKey: '', notAfter }, work);
  }
  return problems;
}

/** Whether a cert lacks one of the former keys that could be published. */
export async function lacksFormerKeys(cert: string, keys: readonly FormerKey[], work: Work): Promise<boolean> {
  const rows = await keyRowsOf(cert, work);
  const has = ({ kid, certificate }: FormerKey) =>
    rows.some((row) => row.name === kid && row.certificate.trim() === certificate.trim());
  return keys.some((key) => wrongIn(key, '', work.now).length === 0 && !has(key));
}
