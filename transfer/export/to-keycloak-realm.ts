import type { Loss } from '../contract.ts';
import type { Exported, ExportedOrganization, ExportedUser } from './contract.ts';
import { keycloakCredentials } from './keycloak-credentials.ts';
import { isOn, lossOf, lostProofs, propertiesOf, textOf } from './user-fields.ts';

/** The fields that Keycloak's own mappers tell applications from attributes. */
const attributes: Readonly<Record<string, string>> = {
  ...{ language: 'locale', avatar: 'picture', homepage: 'website', gender: 'gender' },
  ...{ birthday: 'birthdate', timeZone: 'zoneinfo', location: 'locality', title: 'title', affiliation: 'affiliation' },
};

const longestId = 36;

/** A number with the code of its country, as far as the organization says which. */
function phoneOf(user: ExportedUser, { phonePrefix }: ExportedOrganization): [name: string, value: string][] {
  const phone = textOf(user, 'phone');
  if (!phone) return [];
  const number = phonePrefix === undefined || phone.startsWith('+') ? phone : `+${phonePrefix}${phone}`;
  return [
    ['phoneNumber', number],
    ['phoneNumberVerified', String(isOn(user, 'phoneVerified'))],
  ];
}

function attributesOf(user: ExportedUser, organization: ExportedOrganization): Record<string, string[]> {
  const known = Object.entries(attributes).map(([field, name]) => [name, textOf(user, field)] as const);
  const all = [...Object.entries(propertiesOf(user)), ...known, ...phoneOf(user, organization)];
  return Object.fromEntries(all.filter(([, value]) => value !== '').map(([name, value]) => [name, [value]]));
}

/** What the next sign-in asks for. */
const actionsOf = (user: ExportedUser) => [
  ...(isOn(user, 'mustChangePassword') ? ['UPDATE_PASSWORD'] : []),
  ...(isOn(user, 'requireSecondFactor') && !user.totp ? ['CONFIGURE_TOTP'] : []),
];

/** A group of Keycloak is named by its path, so a slash in a name would lead to another group. */
const groupName = (name: string) => name.replaceAll('/', '-');

function personOf(user: ExportedUser, organization: ExportedOrganization): { person: object; lost: Loss[] } {
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
    ...{ attributes: attributesOf(user, organization), requiredActions: actionsOf(user), credentials },
    ...{ groups: user.groups.map((group) => `/${groupName(group)}`), realmRoles: [...user.roles] },
  };
  if (id.length > longestId)
    lost.push(lossOf(user, `ID ${id}`, `Keycloak has at most ${longestId} characters, and makes a new one`));
  if (name !== name.toLowerCase())
    lost.push(lossOf(user, 'capital letters of the name', 'Keycloak keeps small letters'));
  return { person, lost: [...lost, ...lostProofs(user)] };
}

export interface KeycloakOptions {
  /**
   * The most users of a file, for `kc.sh import --dir`. 0 puts all into the file of the realm, for a partial import too. Keycloak
   * reads each file in one transaction of at most five minutes, which thousands of users exceed.
   */
  usersPerFile?: number;
}

const listOf = (names: Set<string>) => JSON.stringify([...names].sort().map((name) => ({ name })));

/**
 * A realm with the people of an organization. Memory holds one user at a time, and the names of groups and roles, which come
 * after the people.
 */
export async function* toKeycloakRealm(
  people: AsyncIterable<ExportedUser>,
  organization: ExportedOrganization,
  { usersPerFile = 0 }: KeycloakOptions = {},
): AsyncIterable<Exported> {
  const { name, displayName } = organization;
  const [groups, roles] = [new Set<string>(), new Set<string>()];
  const realmFile = `${name}-realm.json`;
  const start = (value: object) => `${JSON.stringify(value).slice(0, -1)},"users":[`;
  const fileOf = (n: number) => (usersPerFile > 0 ? `${name}-users-${Math.floor(n / usersPerFile)}.json` : realmFile);
  const isFirst = (n: number) => n === 0 || (usersPerFile > 0 && n % usersPerFile === 0);
  yield { file: realmFile, text: start({ realm: name, displayName: displayName || name, enabled: true }) };
  let written = 0;
  for await (const user of people) {
    if (isOn(user, 'isDeleted')) {
      yield lossOf(user, 'the whole user', 'they are deleted');
      continue;
    }
    const { person, lost } = personOf(user, organization);
    if (usersPerFile > 0 && isFirst(written)) {
      if (written > 0) yield { file: fileOf(written - 1), text: '\n]}\n' };
      yield { file: fileOf(written), text: start({ realm: name }) };
    }
    yield { file: fileOf(written), text: (isFirst(written) ? '\n' : ',\n') + JSON.stringify(person) };
    yield* lost;
    written++;
    for (const group of user.groups) groups.add(groupName(group));
    for (const role of user.roles) roles.add(role);
  }
  if (usersPerFile > 0 && written > 0) yield { file: fileOf(written - 1), text: '\n]}\n' };
  yield { file: realmFile, text: `\n],"groups":${listOf(groups)},"roles":{"realm":${listOf(roles)}}}\n` };
}
