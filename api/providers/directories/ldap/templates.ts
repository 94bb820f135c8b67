import type { Ldap } from '@doorwright/crds/kinds/ldap.ts';

type DirectoryType = Ldap['directoryType'];

/** What a product of a directory calls people, groups and their parts. */
export interface Template {
  filter: string;
  /** The attribute with the stable ID. */
  id: string;
  /** Whether the ID is sixteen bytes. */
  hasBinaryId?: true;
  /** The attribute with which people sign in. */
  login: string;
  /** Attributes by the field that they fill. The first one with a value counts. */
  fields: Readonly<Record<string, readonly string[]>>;
  groupFilter: string;
  /** Attributes of a group with the DNs of its members. */
  members: readonly string[];
  /** The attribute of a group with the login names of its members. */
  memberNames?: string;
  /** The attribute that orders changes. */
  changed: 'modifyTimestamp' | 'uSNChanged';
  /** The password is set by RFC 3062, or by the attribute unicodePwd. */
  passwords: 'extended' | 'unicodePwd';
}

const fields = {
  displayName: ['displayName', 'cn'],
  firstName: ['givenName'],
  lastName: ['sn'],
  email: ['mail', 'email', 'emailAddress'],
  phone: ['mobile', 'mobileTelephoneNumber', 'telephoneNumber'],
  address: ['postalAddress', 'registeredAddress'],
  title: ['title'],
} as const;

const groupsOfNames = '(|(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)(objectClass=posixGroup))';

export const templates: Readonly<Record<DirectoryType, Template>> = {
  OpenLDAP: {
    filter: '(&(|(objectClass=inetOrgPerson)(objectClass=posixAccount))(uid=*))',
    id: 'entryUUID',
    login: 'uid',
    fields: { name: ['uid'], ...fields },
    groupFilter: groupsOfNames,
    members: ['member', 'uniqueMember'],
    memberNames: 'memberUid',
    changed: 'modifyTimestamp',
    passwords: 'extended',
  },
  'Active Directory': {
    // Computers are users too, of another category.
    filter: '(&(objectCategory=person)(objectClass=user)(sAMAccountName=*))',
    id: 'objectGUID',
    hasBinaryId: true,
    login: 'sAMAccountName',
    fields: { name: ['sAMAccountName'], ...fields, address: ['streetAddress', 'postalAddress'] },
    groupFilter: '(objectClass=group)',
    members: ['member'],
    changed: 'uSNChanged',
    passwords: 'unicodePwd',
  },
  FreeIPA: {
    // The compat tree shows the same people again, without this class.
    filter: '(&(objectClass=person)(objectClass=ipaObject)(uid=*))',
    id: 'ipaUniqueID',
    login: 'uid',
    fields: { name: ['uid'], ...fields },
    groupFilter: '(objectClass=ipaUserGroup)',
    members: ['member'],
    changed: 'modifyTimestamp',
    passwords: 'extended',
  },
  '389 Directory Server': {
    filter: '(&(|(objectClass=inetOrgPerson)(objectClass=nsPerson)(objectClass=posixAccount))(uid=*))',
    id: 'nsUniqueId',
    login: 'uid',
    fields: { name: ['uid'], ...fields },
    groupFilter: groupsOfNames,
    members: ['member', 'uniqueMember'],
    memberNames: 'memberUid',
    changed: 'modifyTimestamp',
    passwords: 'extended',
  },
};
