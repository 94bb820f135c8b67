import { declare } from '../declare.ts';
import { sourceRuntime } from '../options/sync.ts';
import { sourceColumns, sourceStatus } from './source.ts';

export const ldapDeclared = declare({
  shortName: 'dwldap',
  // It follows from the names of the resource.
  omits: ['id'],
  runtime: [...sourceRuntime],
  references: { owner: 'organizationRef' },
  // Nobody signs in by it any more either: its people are those of an organization that does not permit it.
  stopped: { autoSync: 0, signInMode: 'Off' },
  secrets: { passwd: 'passwordSecretRef', caCertificate: 'caSecretRef' },
  required: ['organizationRef'],
  immutable: ['organizationRef'],
  status: sourceStatus('LDAP server'),
  columns: sourceColumns,
  deletionPolicy: 'Delete',
});
