import { existsSync } from 'node:fs';
import { isFull } from '../harness/runner/tier.ts';
import type { Run } from './process.ts';

/** Servers that tests use, and Debian's packages with them. The core of MariaDB starts no service. */
const programs: Readonly<Record<string, string>> = {
  '/usr/sbin/slapd': 'slapd',
  '/usr/bin/ldapmodify': 'ldap-utils',
  '/usr/sbin/mariadbd': 'mariadb-server-core',
  // The program that makes MariaDB's folder of data asks this one.
  '/usr/bin/my_print_defaults': 'mariadb-client-core',
  // With pg_dump and pg_restore, for the rehearsal of a restore.
  '/usr/bin/pg_createcluster': 'postgresql',
};

/** Programs that recipes of the guide are for. Only the second tier starts them. */
const recipes: Readonly<Record<string, string>> = {
  '/usr/sbin/apache2': 'apache2',
  '/usr/lib/apache2/modules/mod_auth_openidc.so': 'libapache2-mod-auth-openidc',
  '/usr/lib/apache2/modules/mod_auth_cas.so': 'libapache2-mod-auth-cas',
  '/usr/lib/apache2/modules/mod_shib.so': 'libapache2-mod-shib',
  '/usr/sbin/nginx': 'nginx',
  '/usr/bin/redis-server': 'redis-server',
};

/** Installs what is missing. A package must not start a service of its own: tests start theirs. */
export async function provideDirectories(run: Run): Promise<string | undefined> {
  const needed = isFull() ? { ...programs, ...recipes } : programs;
  const missing = Object.keys(needed).filter((file) => !existsSync(file));
  if (missing.length === 0) return undefined;
  const packages = missing.map((file) => String(needed[file]));
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0)
    return `${missing.join(', ')} missing; as root on Debian: apt-get install ${packages.join(' ')}.`;
  const quietly = ['RUNLEVEL=1', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  await run('env', ...quietly, 'update', '-q');
  await run('env', ...quietly, 'install', '-q', '-y', '--no-install-recommends', ...packages);
  const left = missing.filter((file) => !existsSync(file));
  return left.length === 0 ? undefined : `apt-get could not install ${left.join(', ')} (its message stands above).`;
}
