import { startApp } from '../../../harness/app.ts';
import { type Directory, directoryAdmin, suffix } from '../../../harness/slapd/slapd.ts';
import { createTenant } from '../../../harness/world.ts';

/** An LDAP server as an administrator of `acme` describes it. */
export const ldapOf = (directory: Directory, more: Record<string, unknown> = {}) => ({
  ...{ owner: 'acme', serverName: 'Example', directoryType: 'OpenLDAP', baseDn: suffix },
  ...{ host: 'localhost', port: directory.port, encryption: 'StartTLS', caCertificate: directory.caCertificate },
  ...directoryAdmin,
  ...more,
});

/** A server with the organization `acme`, which may reach directories on this machine. */
export async function startDirectoryWorld() {
  const app = await startApp({ settings: { DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8,::1/128' } });
  const root = await app.admin();
  const acme = await createTenant(app, root, 'acme');
  return { app, root, acme };
}
