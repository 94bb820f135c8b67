import { suffix } from './slapd.ts';

type Attributes = Record<string, string | readonly string[]>;

/** One entry as LDIF. Values are in base64, so they may have any byte that UTF-8 has. */
export const entry = (dn: string, attributes: Attributes): string =>
  [
    `dn:: ${Buffer.from(dn).toString('base64')}`,
    ...Object.entries(attributes).flatMap(([name, values]) =>
      [values].flat().map((value) => `${name}:: ${Buffer.from(value).toString('base64')}`),
    ),
  ].join('\n');

/** The suffix with parts for people and groups, and these entries. */
export const directoryOf = (...entries: string[]): string =>
  [
    entry(suffix, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' }),
    entry(`ou=people,${suffix}`, { objectClass: 'organizationalUnit', ou: 'people' }),
    entry(`ou=groups,${suffix}`, { objectClass: 'organizationalUnit', ou: 'groups' }),
    ...entries,
    '',
  ].join('\n\n');

export const personDn = (uid: string) => `uid=${uid.replaceAll(',', '\\,')},ou=people,${suffix}`;
export const groupDn = (cn: string) => `cn=${cn},ou=groups,${suffix}`;

export const person = (uid: string, more: Attributes = {}): string =>
  entry(personDn(uid), {
    objectClass: ['inetOrgPerson', 'posixAccount', 'shadowAccount'],
    ...{ uid, cn: `${uid} Example`, sn: 'Example', givenName: uid },
    ...{ uidNumber: '1000', gidNumber: '1000', homeDirectory: `/home/${uid}` },
    ...more,
  });

/** A group whose members are people and groups, by DN. */
export const group = (cn: string, ...members: string[]): string =>
  entry(groupDn(cn), { objectClass: 'groupOfNames', cn, member: members });
