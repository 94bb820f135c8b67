import { type Language, languages } from '@doorwright/crds/options/languages.ts';
import type { Item } from '../../contract.ts';
import type { Plan } from '../plan/plan.ts';
import { lostFeatures } from './lost-features.ts';
import { readPolicy } from './password-policy.ts';
import { samlKeyOf } from './realm-keys.ts';
import { readTimes } from './session-times.ts';

function languageOf({ realm }: Plan): Language | '' {
  const [language = ''] = realm.defaultLocale.split(/[-_]/);
  return realm.internationalizationEnabled ? (languages.find((each) => each === language) ?? '') : '';
}

/** A realm as an organization, and the features of the realm that have no counterpart. */
export function* readOrganization(plan: Plan): Iterable<Item> {
  const { realm, organization } = plan;
  const { rules, lost: parts } = readPolicy(realm.passwordPolicy);
  const { times, lost } = readTimes(realm);
  const samlKey = samlKeyOf(realm);
  yield {
    ...{ kind: 'organization', from: `realm "${realm.realm}"` },
    fields: {
      ...{ owner: 'admin', name: organization, displayName: (realm.displayName || realm.realm).slice(0, 100) },
      ...{ passwordType: 'argon2id', language: languageOf(plan), ...rules, ...times },
      // Keycloak keeps whole numbers, with the code of the country.
      phonePrefix: '',
    },
    ...(samlKey && { samlKey }),
  };
  const lose = (lostHere: string, why: string) => ({ from: `realm "${realm.realm}"`, lost: lostHere, why });
  if (parts.length > 0)
    yield lose(
      `password policy ${parts.join(', ')}`,
      'new passwords follow the length, the list of common passwords and the history of the organization',
    );
  if (lost.length > 0)
    yield lose(
      `exact times of sessions (${lost.join('; ')})`,
      'the organization has whole units, and takes the nearest',
    );
  for (const [feature, why] of lostFeatures(plan)) yield lose(feature, why);
}
