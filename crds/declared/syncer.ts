import { declare } from '../declare.ts';
import { sourceRuntime } from '../options/sync.ts';
import { keycloakTable } from '../options/syncer-options.ts';
import { sourceColumns, sourceStatus } from './source.ts';

export const syncerDeclared = declare({
  shortName: 'dwsync',
  omits: ['errorText'],
  runtime: ['errorText', ...sourceRuntime],
  references: { organization: 'organizationRef' },
  stopped: { isEnabled: false },
  secrets: { password: 'passwordSecretRef', caCertificate: 'caSecretRef' },
  required: ['organizationRef'],
  immutable: ['organizationRef'],
  constraints: [
    {
      rule: `!has(self.type) || self.type != 'Keycloak' || !has(self.table) || self.table == '${keycloakTable}'`,
      message: `table must be ${keycloakTable} for Keycloak`,
      member: 'table',
      holds: ({ type, table }: { type?: string; table?: string }) =>
        type !== 'Keycloak' || table === undefined || table === keycloakTable,
    },
    {
      rule: '!has(self.isEnabled) || !self.isEnabled || !has(self.syncInterval) || self.syncInterval > 0',
      message: 'syncInterval must be at least 1 when the syncer is enabled',
      member: 'syncInterval',
      holds: ({ isEnabled, syncInterval }: { isEnabled?: boolean; syncInterval?: number }) =>
        !isEnabled || syncInterval === undefined || syncInterval > 0,
    },
  ],
  status: sourceStatus('syncer'),
  columns: sourceColumns,
  deletionPolicy: 'Delete',
});
