import type { Item } from '../../contract.ts';
import { byText, validName } from '../names.ts';
import type { Plan } from '../plan/plan.ts';
import type { Person } from '../representation.ts';
import type { RealmSource } from '../source.ts';
import { readAttributes } from './read-attributes.ts';
import { readCredentials } from './read-credentials.ts';
import { readLinks } from './read-links.ts';
import { readMemberships } from './read-memberships.ts';

/** What the next sign-in asks for, as fields. Terms and profiles are asked by sign-up items. */
const actions: Readonly<Record<string, string>> = {
  UPDATE_PASSWORD: 'mustChangePassword',
  CONFIGURE_TOTP: 'requireSecondFactor',
};

/** Keycloak asks again for these by itself, and so does this product. */
const silent = new Set(['VERIFY_EMAIL']);

const longest = 100;

function actionsOf({ requiredActions }: Person) {
  const known = requiredActions.filter((each) => each in actions);
  const lost = requiredActions.filter((each) => !(each in actions) && !silent.has(each)).sort(byText);
  return { fields: Object.fromEntries(known.map((each) => [actions[each], true])), lost };
}

function* readPerson(plan: Plan, person: Person): Iterable<Item> {
  const { username, firstName, lastName, createdTimestamp } = person;
  const name = validName(username);
  const attributes = readAttributes(person.attributes);
  const links = readLinks(plan, person);
  const { proofs, lost } = readCredentials(person);
  const { groups, roles, lost: lostRoles } = readMemberships(plan, person);
  const asked = actionsOf(person);
  yield {
    ...{ kind: 'user', from: plan.from('user', username) },
    fields: {
      ...{ owner: plan.organization, name, ...(person.id && { id: person.id }) },
      ...{ email: person.email.slice(0, longest), emailVerified: person.emailVerified },
      ...{ firstName: firstName.slice(0, longest), lastName: lastName.slice(0, longest) },
      displayName: ([firstName, lastName].filter(Boolean).join(' ') || username).slice(0, longest),
      ...(createdTimestamp && { createdTime: new Date(createdTimestamp).toISOString() }),
      ...{ isForbidden: !person.enabled, ...attributes.fields, ...links.fields, ...asked.fields },
      properties: { ...attributes.properties, ...links.properties },
    },
    ...{ ...proofs, groups, roles },
  };
  const lose = (what: string, why: string) => plan.lose('user', username, what, why);
  if (name !== username)
    yield lose(`user name "${username}"`, `it is "${name}" here, because of characters that no name has`);
  if (asked.lost.length > 0)
    yield lose(`required actions ${asked.lost.join(', ')}`, 'nothing here asks for them at sign-in');
  for (const [what, why] of [...lost, ...attributes.lost, ...links.lost, ...lostRoles]) yield lose(what, why);
}

/** The people of a realm. Users of programs belong to their clients. */
export async function* readPeople(plan: Plan, source: RealmSource): AsyncIterable<Item> {
  for await (const person of source.people()) if (!person.serviceAccountClientId) yield* readPerson(plan, person);
}
