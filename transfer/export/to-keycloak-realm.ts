import type { Loss } from '../contract.ts';
import type { Exported, ExportedOrganization, ExportedUser } from './contract.ts';
import { keycloakCredentials } from './keycloak-credentials.ts';
import { isOn, lossOf, lostProofs, propertiesOf, textOf } from './user-fields.ts';

/** The fields that Keycloak's own mappers tell applications from attributes. */
const attributes: Readonly<Record<string, string>> = {
  ...{ phone: 'phoneNumber', language: 'locale', avatar: 'picture', homepage: 'website', gender: 'gender' },
  ...{ birthday: 'birthdate', timeZone: 'zoneinfo', location: 'locality', title: 'title', affiliation: 'affiliation' },
};

const longestId = 36;

function attributesOf(user: ExportedUser): Record<string, string[]> {
  const known = Object.entries(attributes).map(([field, name]) => [name, textOf(user, field)] as const);
  const all = [...Object.entries(propertiesOf(user)), ...known].filter(([, value]) => value !== '');
  return Object.fromEntries(all.map(([name, value]) => [name, [value]]));
}

/** What the next sign-in asks for. */
const actionsOf = (user: ExportedUser) => [
  ...(isOn(user, 'mustChangePassword') ? ['UPDATE_PASSWORD'] : []),
  ...(isOn(user, 'requireSecondFactor') && !user.totp ? ['CONFIGURE_TOTP'] : []),
];

/** A group of Keycloak is named by its path, so a slash in a name would lead to another group. */
const groupName = (name: string) => name.replaceAll('/', '-');

function personOf(user: ExportedUser): { person: object; lost: Loss[] } {
  const [id, name, created] = [textOf(user, 'id'), textOf(user, 'name'), Date.parse(textOf(user, 'createdTime'))];
  const { credentials, lost } = keycloakCredentials(user);
  const person = {
    ...(id && id.length <= longestId && { id }),
    ...{ username: name.toLowerCase(), email: textOf(user, 'email') || undefined },
    ...{ emailVerified: isOn(user, 'emailVerified'), enabled: !isOn(user, 'isForbidden') },
    firstName:
      textOf(user, 'firstName') || (textOf(user, 'lastName') ? undefined : textOf(user, 'displayName')) || undefined,
    lastName: textOf(user, 'lastName') || undefined,
    ...(!Number.isNaN(created) && { createdTimestamp: created }),
    ...{ attributes: attributesOf(user), requiredActions: actionsOf(user), credentials },
    ...{ groups: user.groups.map((group) => `/${groupName(group)}`), realmRoles: [...user.roles] },
  };
  if (id.length > longestId)
    lost.push(lossOf(user, `ID ${id}`, `Keycloak has at most ${longestId} characters, and makes a new one`));
  if (name !== name.toLowerCase())
    lost.push(lossOf(user, 'capital letters of the name', 'Keycloak keeps small letters'));
  return { person, lost: [...lost, ...lostProofs(user)] };
}

/**
 * A realm with the people of an organization, for `kc.sh import` and for a partial import. Memory holds one user at a time, and
 * the names of groups and roles, which come after the people.
 */
export async function* toKeycloakRealm(
  people: AsyncIterable<ExportedUser>,
  { name, displayName }: ExportedOrganization,
): AsyncIterable<Exported> {
  const [groups, roles] = [new Set<string>(), new Set<string>()];
  const head = JSON.stringify({ realm: name, displayName: displayName || name, enabled: true });
  yield { file: 0, text: `${head.slice(0, -1)},"users":[` };
  let separator = '\n';
  for await (const user of people) {
    if (isOn(user, 'isDeleted')) {
      yield lossOf(user, 'the whole user', 'they are deleted');
      continue;
    }
    const { person, lost } = personOf(user);
    yield { file: 0, text: separator + JSON.stringify(person) };
    yield* lost;
    separator = ',\n';
    for (const group of user.groups) groups.add(groupName(group));
    for (const role of user.roles) roles.add(role);
  }
  const named = (names: Set<string>) => JSON.stringify([...names].sort().map((each) => ({ name: each })));
  yield { file: 0, text: `\n],"groups":${named(groups)},"roles":{"realm":${named(roles)}}}\n` };
}
