import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../cluster/ports.ts';
import { LeftOut } from '../runner/left-out.ts';
import { createCertificates } from './certificates.ts';

const run = promisify(execFile);

/** The suffix of the directory, and the name and password that may do everything. */
export const suffix = 'dc=example,dc=com';
export const directoryAdmin = { admin: `cn=admin,ou=tools,${suffix}`, passwd: 'directory-secret' };

const programs = { slapd: '/usr/sbin/slapd', slapadd: '/usr/sbin/slapadd', modules: '/usr/lib/ldap' };
const schemas = ['core', 'cosine', 'nis', 'inetorgperson'];

export interface Directory {
  port: number;
  tlsPort: number;
  caCertificate: string;
  /** Runs `ldapadd` or `ldapmodify` with this LDIF. */
  change: (ldif: string) => Promise<void>;
  stop: () => Promise<void>;
}

interface Options {
  /** The entries below the suffix. */
  ldif: string;
  /** Further lines of the configuration. */
  global?: string;
  database?: string;
  hosts?: string;
}

const configuration = (dir: string, files: { ca: string; certificate: string; key: string }, options: Options) => `
${schemas.map((name) => `include /etc/ldap/schema/${name}.schema`).join('\n')}
modulepath ${programs.modules}
moduleload back_mdb
moduleload ppolicy
pidfile ${join(dir, 'slapd.pid')}
TLSCACertificateFile ${files.ca}
TLSCertificateFile ${files.certificate}
TLSCertificateKeyFile ${files.key}
sizelimit 500
${options.global ?? ''}
database mdb
maxsize 1073741824
suffix "${suffix}"
directory ${join(dir, 'data')}
rootdn "${directoryAdmin.admin}"
rootpw ${directoryAdmin.passwd}
limits * size.soft=500 size.hard=500 size.pr=500 size.prtotal=unlimited
index objectClass,uid,member,entryUUID,modifyTimestamp eq
access to attrs=userPassword by self write by anonymous auth by * none
access to * by * read
${options.database ?? ''}
`;

async function listening(port: number, child: ChildProcess, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (child.exitCode !== null) throw new Error(`slapd ended with ${child.exitCode}: ${output()}`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await wait(20);
  }
  throw new Error(`slapd does not listen: ${output()}`);
}

/** Debian's OpenLDAP with these entries, on ports of its own. Where it is missing, the tests are skipped. */
export async function startSlapd(options: Options): Promise<Directory> {
  if (!existsSync(programs.slapd)) throw new LeftOut('slapd is missing: apt-get install slapd ldap-utils');
  const dir = mkdtempSync(join(tmpdir(), 'doorwright-slapd-'));
  mkdirSync(join(dir, 'data'));
  const files = await createCertificates(dir, options.hosts);
  const [config, ldif] = [join(dir, 'slapd.conf'), join(dir, 'entries.ldif')];
  writeFileSync(config, configuration(dir, files, options), { mode: 0o600 });
  writeFileSync(ldif, options.ldif);
  await run(programs.slapadd, ['-q', '-f', config, '-l', ldif]);
  const [port, tlsPort] = [await freePort(), await freePort()];
  const addresses = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${tlsPort}`;
  const child = spawn(programs.slapd, ['-d', '0', '-f', config, '-h', addresses], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  await listening(port, child, () => output);

  return {
    ...{ port, tlsPort, caCertificate: files.caText },
    async change(text) {
      const { admin, passwd } = directoryAdmin;
      const changing = run('ldapmodify', ['-x', '-H', `ldap://127.0.0.1:${port}`, '-D', admin, '-w', passwd]);
      changing.child.stdin?.end(text);
      await changing;
    },
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
