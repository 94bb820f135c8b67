import type { Entry } from 'ldapts';
import type { Egress } from '../../../core/egress/gate.ts';
import { SourceError } from '../contract.ts';
import { idOf } from './entries/ids.ts';
import { textOf, textsOf, type Values, valuesOf } from './entries/values.ts';
import { filterOf } from './filters.ts';
import { openLdap } from './reader.ts';
import type { LdapSource } from './source.ts';
import type { Template } from './templates.ts';

/** An entry of a directory as Casdoor 2022 lists it. */
export interface DirectoryUser {
  uidNumber: string;
  uid: string;
  cn: string;
  groupId: string;
  uuid: string;
  email: string;
  phone: string;
  address: string;
}

/** One answer has them all, and a page shows ten of them at a time. */
export const mostListed = 20_000;
const withinMs = 60_000;

const emails = ['mail', 'email', 'emailAddress'];
const phones = ['telephoneNumber', 'mobile', 'mobileTelephoneNumber'];
const addresses = ['registeredAddress', 'postalAddress'];
const attributes = ['uidNumber', 'gidNumber', 'primaryGroupID', 'cn', ...emails, ...phones, ...addresses];

/** Lists show the longest value of these attributes. */
const longestOf = (values: Values, names: readonly string[]): string =>
  names
    .flatMap((name) => textsOf(values, name))
    .reduce((longest, text) => (text.length > longest.length ? text : longest), '');

function userOf(entry: Entry, template: Template): DirectoryUser {
  const values = valuesOf(entry);
  return {
    uidNumber: textOf(values, 'uidNumber'),
    uid: textOf(values, template.login),
    cn: textOf(values, 'cn'),
    groupId: textOf(values, 'gidNumber') || textOf(values, 'primaryGroupID'),
    uuid: idOf(values, template),
    email: longestOf(values, emails),
    phone: longestOf(values, phones),
    address: longestOf(values, addresses),
  };
}

/** The people of a directory, for a person who chooses among them. */
export async function listUsers(source: LdapSource, egress: Egress): Promise<DirectoryUser[]> {
  const signal = AbortSignal.timeout(withinMs);
  const { connection, template } = await openLdap(source, egress, signal);
  try {
    const users: DirectoryUser[] = [];
    const pages = connection.pages({
      base: source.baseDn,
      filter: filterOf(source.filter || template.filter, 'filter'),
      attributes: [...new Set([...attributes, template.id, template.login])],
      binary: ['objectGUID'],
    });
    for await (const entries of pages) {
      users.push(...entries.map((entry) => userOf(entry, template)));
      if (users.length > mostListed) throw new SourceError({ code: 'ldap-too-many', params: { max: mostListed } });
    }
    return users;
  } finally {
    await connection.close();
  }
}
