import { SourceError } from '../contract.ts';
import { textOf, type Values, valuesOf } from './entries/values.ts';
import { anything } from './filters.ts';
import type { LdapSource } from './source.ts';
import { type Template, templates } from './templates.ts';
import type { LdapConnection } from './wire/connect.ts';

const attributes = [
  ...['dsServiceName', 'highestCommittedUSN', 'vendorName', 'vendorVersion', 'isGlobalCatalogReady'],
  ...['forestFunctionality', 'defaultNamingContext', 'supportedExtension', 'supportedControl'],
];

/** What a server says about itself (RFC 4512, 5.1). */
export async function readRoot(connection: LdapConnection, source: LdapSource): Promise<Values> {
  const found = await connection.search({ base: '', scope: 'base', filter: anything, attributes });
  const [entry] = found;
  if (!entry) throw new SourceError({ code: 'ldap-no-type', params: { admin: source.admin } });
  return valuesOf(entry);
}

/** As Casdoor 2022 recognizes it. Samba is one too, although it has a vendor. */
const isActiveDirectory = (root: Values) =>
  (textOf(root, 'vendorName').startsWith('Samba') || !(textOf(root, 'vendorName') || textOf(root, 'vendorVersion'))) &&
  textOf(root, 'isGlobalCatalogReady') === 'TRUE' &&
  textOf(root, 'forestFunctionality') !== '';

/** OpenLDAP is also the type of whoever chose none, and clients of Casdoor 2022 know no types. */
export const templateOf = (source: LdapSource, root: Values): Template =>
  templates[source.directoryType === 'OpenLDAP' && isActiveDirectory(root) ? 'Active Directory' : source.directoryType];
