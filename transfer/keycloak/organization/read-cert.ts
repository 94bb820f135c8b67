import { cryptoAlgorithms } from '@doorwright/crds/options/crypto-algorithms.ts';
import type { Item } from '../../contract.ts';
import type { Plan } from '../plan/plan.ts';
import { readKeys } from './realm-keys.ts';

const mostFormerKeys = 20;

/** A cert with a new key. The keys of the realm still verify the tokens that they signed. */
export function* readCert(plan: Plan): Iterable<Item> {
  const { realm, cert, organization } = plan;
  const { keys, lost, hasInternal } = readKeys(realm);
  const wanted = realm.defaultSignatureAlgorithm || 'RS256';
  const cryptoAlgorithm = cryptoAlgorithms.find((each) => each === wanted) ?? 'RS256';
  yield {
    ...{ kind: 'cert', from: plan.from('keys', realm.realm) },
    fields: {
      ...{ owner: 'admin', name: cert, displayName: `Tokens of ${organization}`.slice(0, 100), cryptoAlgorithm },
      bitSize: 2048,
    },
    formerKeys: keys.slice(0, mostFormerKeys).map(({ kid, algorithm, certificate }) => ({
      ...{ kid, cryptoAlgorithm: algorithm, certificate },
    })),
  };
  const lose = (what: string, why: string) => plan.lose('keys', realm.realm, what, why);
  if (cryptoAlgorithm !== wanted) yield lose(`signatures with ${wanted}`, `they have ${cryptoAlgorithm} here`);
  for (const [key, why] of lost) yield lose(key, why);
  for (const { name } of keys.slice(mostFormerKeys)) yield lose(`key "${name}"`, `at most ${mostFormerKeys} are kept`);
  if (hasInternal)
    yield lose(
      'keys that encrypt, and those of cookies and codes',
      'only Keycloak uses them; what they protect ends with it',
    );
}
