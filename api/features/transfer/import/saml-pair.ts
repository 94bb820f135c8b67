import { X509Certificate } from 'node:crypto';
import type { ImportedObject } from '@doorwright/crds/options/imported.ts';
import type { FieldProblem } from '../../../core/errors.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import { checkPair } from '../../../kinds/cert/keys/check-pair.ts';
import { insertSamlKey, samlKeyRows } from '../../../kinds/saml-key/saml-keys.ts';

type Pair = NonNullable<ImportedObject['samlKey']>;

/** SAML is signed with RSA, which every library can verify. */
const cryptoAlgorithm = 'RS256';

function wrongIn(pair: Pair, now: Date): FieldProblem[] {
  try {
    checkPair({ ...pair, cryptoAlgorithm }, now);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.fields.map((problem) => ({
      ...problem,
      field: problem.field === 'cryptoAlgorithm' ? 'samlKey' : `samlKey.${problem.field}`,
    }));
  }
}

const publicHalf = (certificate: string): Buffer =>
  new X509Certificate(certificate).publicKey.export({ format: 'der', type: 'spki' });

const isSameKey = (one: string, other: string) => one !== '' && publicHalf(one).equals(publicHalf(other));

/** A service provider could take the people of one organization for those of the other (S9). */
async function isOfAnother(organization: string, { certificate }: Pair, { sql, store }: Work): Promise<boolean> {
  const others: string[] = await sql(store('saml-key').table).whereNot({ organization }).pluck('certificate');
  return others.some((each) => isSameKey(each, certificate));
}

interface Imported {
  isAdded: boolean;
  /** The organization has another key, and keeps it. */
  differs: boolean;
  problems: FieldProblem[];
}

/** Gives an organization its pair for SAML, if it has none yet. Service providers then go on without new metadata. */
export async function importSamlPair(organization: string, pair: Pair, work: Work): Promise<Imported> {
  const problems = wrongIn(pair, work.now);
  if (problems.length > 0) return { isAdded: false, differs: false, problems };
  const rows = await samlKeyRows(organization, work);
  const isThere = rows.some(({ certificate }) => isSameKey(certificate, pair.certificate));
  if (rows.length > 0) return { isAdded: false, differs: !isThere, problems };
  if (await isOfAnother(organization, pair, work))
    return { isAdded: false, differs: false, problems: [{ field: 'samlKey', code: 'taken' }] };
  await insertSamlKey({ organization, state: 'signing', ...pair }, work);
  return { isAdded: true, differs: false, problems };
}
