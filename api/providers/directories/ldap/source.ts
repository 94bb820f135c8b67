import type { Ldap } from '@doorwright/crds/kinds/ldap.ts';
import type { Syncer } from '@doorwright/crds/kinds/syncer.ts';

type FromLdap =
  | 'host'
  | 'port'
  | 'encryption'
  | 'caCertificate'
  | 'admin'
  | 'passwd'
  | 'directoryType'
  | 'baseDn'
  | 'filter'
  | 'attributes'
  | 'groupUse'
  | 'groupBaseDn'
  | 'groupFilter';

/** A directory with its password, whichever object describes it. */
export interface LdapSource extends Pick<Ldap, FromLdap> {
  /** The organization whose administrator wrote the address. */
  organization: string;
}

export const sourceOfLdap = (ldap: Pick<Ldap, FromLdap | 'owner'>): LdapSource => ({
  ...ldap,
  organization: ldap.owner,
});

const ldapsPort = 636;

/** A syncer of the type LDAP says the same in the fields of a database. */
export const sourceOfSyncer = (syncer: Syncer): LdapSource => ({
  organization: syncer.organization,
  host: syncer.host,
  port: syncer.port,
  encryption: syncer.sslMode === 'disable' ? 'None' : syncer.port === ldapsPort ? 'LDAPS' : 'StartTLS',
  caCertificate: syncer.caCertificate,
  admin: syncer.user,
  passwd: syncer.password,
  directoryType: 'OpenLDAP',
  baseDn: syncer.database,
  filter: syncer.table,
  attributes: syncer.tableColumns.map(({ name, casdoorName }) => ({ attribute: name, field: casdoorName })),
  groupUse: 'None',
  groupBaseDn: '',
  groupFilter: '',
});
