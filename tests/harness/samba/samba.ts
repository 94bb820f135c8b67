import { execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { LeftOut } from '../runner/left-out.ts';
import { createCertificates } from '../slapd/certificates.ts';

const run = promisify(execFile);

/** The server always has the ports 389 and 636, so each one gets an address of its own. */
const ownAddress = () => `127.${randomInt(1, 255)}.${randomInt(0, 255)}.${randomInt(1, 255)}`;

export const domain = {
  baseDn: 'DC=example,DC=test',
  admin: 'administrator@example.test',
  passwd: 'Directory-secret-1',
} as const;

const provision = (dir: string, host: string) =>
  run('samba-tool', [
    ...['domain', 'provision', `--targetdir=${dir}`, '--realm=EXAMPLE.TEST', '--domain=EXAMPLE', '--server-role=dc'],
    ...['--dns-backend=NONE', `--adminpass=${domain.passwd}`, '--host-name=dc1', `--host-ip=${host}`],
  ]);

/** Only the part of the domain controller that speaks LDAP, on its own address. */
interface Place {
  dir: string;
  host: string;
  files: { ca: string; certificate: string; key: string };
}

function configure(config: string, { dir, host, files }: Place): void {
  const own = [
    ...[`interfaces = ${host}/8`, 'bind interfaces only = yes', 'server services = ldap', 'log level = 1'],
    ...[`pid directory = ${dir}`, 'ldap server require strong auth = no', `tls cafile = ${files.ca}`],
    ...[`tls certfile = ${files.certificate}`, `tls keyfile = ${files.key}`],
  ];
  const names = new Set([...own.map((line) => line.split(' = ')[0]), 'logging', 'log file']);
  const [global = ''] = readFileSync(config, 'utf8').split('[homes]');
  const kept = global.split('\n').filter((line) => !names.has(line.split(' = ')[0]?.trim()));
  const at = kept.indexOf('[global]') + 1;
  writeFileSync(config, [...kept.slice(0, at), ...own, ...kept.slice(at)].join('\n'));
}

async function listening(host: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const socket = connect(636, host);
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await wait(100);
  }
  throw new Error('samba does not listen');
}

/** Debian's Samba as a domain controller. Provisioning takes most of a minute. Where it is missing, the tests are skipped. */
export async function startSamba() {
  if (!existsSync('/usr/sbin/samba')) throw new LeftOut('samba is missing: apt-get install samba-ad-dc ldap-utils');
  if (process.getuid?.() !== 0) throw new LeftOut('samba needs root for the port 389');
  const dir = mkdtempSync(join(tmpdir(), 'doorwright-samba-'));
  mkdirSync(join(dir, 'certificates'));
  const host = ownAddress();
  const files = await createCertificates(join(dir, 'certificates'), `IP:${host}`);
  await provision(dir, host);
  const config = join(dir, 'etc', 'smb.conf');
  configure(config, { dir, host, files });
  const rules = ['--min-pwd-age=0', '--min-pwd-length=10', '--history-length=3', '--account-lockout-threshold=3'];
  await run('samba-tool', ['domain', 'passwordsettings', 'set', '-s', config, ...rules]);
  const child = spawn('/usr/sbin/samba', ['-i', '-s', config, '--debug-stdout'], { stdio: 'ignore', detached: true });
  await listening(host);

  return {
    ...{ host, port: 389, tlsPort: 636, caCertificate: files.caText },
    async change(ldif: string) {
      const { admin, passwd } = domain;
      const env = { ...process.env, LDAPTLS_CACERT: files.ca };
      const changing = run('ldapmodify', ['-x', '-H', `ldaps://${host}`, '-D', admin, '-w', passwd], { env });
      changing.child.stdin?.end(ldif);
      await changing;
    },
    async stop() {
      // It starts a process for each service, all in its own group.
      if (child.exitCode === null && child.pid) {
        process.kill(-child.pid, 'SIGTERM');
        await once(child, 'exit');
      }
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export type Samba = Awaited<ReturnType<typeof startSamba>>;
