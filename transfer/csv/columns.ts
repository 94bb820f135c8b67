import { user } from '@doorwright/crds/kinds/user.ts';
import type { FieldDescription } from '@doorwright/crds/schema/fields.ts';

/** The part of a user that a column fills. */
export type Column =
  | { part: 'field'; field: FieldDescription }
  | { part: 'property'; name: string }
  | { part: 'password' | 'passwordHash' | 'passwordType' | 'passwordSalt' | 'groups' | 'roles' | 'enabled' }
  | undefined;

/** Fields that no table sets: the platform gives them, or another column has their part. */
const notHere = new Set([
  ...['owner', 'version', 'password', 'passwordType', 'passwordSalt', 'hash', 'preHash', 'isGlobalAdmin', 'ldap'],
  ...['properties', 'webauthnCredentials', 'secondFactors', 'signinCountries', 'isDefaultAvatar', 'isOnline'],
]);

const fields = new Map(
  user.described
    .filter(({ computed, name }) => !computed && !notHere.has(name))
    .map((field) => [field.name.toLowerCase(), field]),
);

/** Other words for our fields, without blanks and signs. */
const synonyms: Readonly<Record<string, string>> = {
  ...{ username: 'name', login: 'name', loginname: 'name', account: 'name', accountname: 'name', uid: 'name' },
  ...{ mail: 'email', emailaddress: 'email', phonenumber: 'phone', mobile: 'phone', mobilephone: 'phone' },
  ...{ telephone: 'phone', tel: 'phone', givenname: 'firstname', forename: 'firstname', surname: 'lastname' },
  ...{ familyname: 'lastname', fullname: 'displayname', picture: 'avatar', photo: 'avatar', company: 'affiliation' },
  ...{ employer: 'affiliation', jobtitle: 'title', country: 'region', city: 'location', website: 'homepage' },
  ...{ birthdate: 'birthday', dateofbirth: 'birthday', locale: 'language', zoneinfo: 'timezone', bio: 'bio' },
  ...{ created: 'createdtime', createdat: 'createdtime', blocked: 'isforbidden', disabled: 'isforbidden' },
  ...{ userid: 'id', subject: 'id', admin: 'isadmin', emailconfirmed: 'emailverified', lastlogin: 'lastsignintime' },
};

const parts = {
  password: 'password',
  passwordhash: 'passwordHash',
  hash: 'passwordHash',
  passworddigest: 'passwordHash',
  passwordtype: 'passwordType',
  passwordsalt: 'passwordSalt',
  salt: 'passwordSalt',
  groups: 'groups',
  group: 'groups',
  roles: 'roles',
  role: 'roles',
  enabled: 'enabled',
  isenabled: 'enabled',
  active: 'enabled',
} as const;

const plain = (title: string) => title.replaceAll(/[\s_.-]/g, '').toLowerCase();

const property = /^properties\.(.+)$/;

/** The columns of a header. Titles that say nothing here are undefined. */
export function columnsOf(titles: readonly string[]): Column[] {
  const known = titles.map(plain);
  // Beside a user name, a name is the one that people see.
  const isUserNamed = known.some((title) => synonyms[title] === 'name');
  return known.map((title, at): Column => {
    const [, name] = titles[at]?.trim().match(property) ?? [];
    if (name) return { part: 'property', name };
    const part = parts[title as keyof typeof parts];
    if (part) return { part };
    const word = title === 'name' && isUserNamed ? 'displayname' : (synonyms[title] ?? title);
    const field = fields.get(word);
    return field && { part: 'field', field };
  });
}

/** Tells whether a header is one of people: each of them needs a name or an email. */
export const isHeader = (titles: readonly string[]): boolean =>
  columnsOf(titles).some((column) => column?.part === 'field' && ['name', 'email'].includes(column.field.name));
