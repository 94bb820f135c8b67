import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import mysql, { type Connection } from 'mysql2/promise';
import { freePort } from '../cluster/ports.ts';
import { LeftOut } from '../runner/left-out.ts';

const run = promisify(execFile);
const readyWithinMs = 60_000;

export interface MariaDb {
  host: string;
  port: number;
  /** Its own certificate, valid for localhost. */
  certificate: string;
  /** A connection that may do everything. */
  root: Connection;
  stop: () => Promise<void>;
}

/** A certificate for localhost that signs itself. */
async function makeCertificate(folder: string): Promise<string> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-keyout', key, '-out', certificate, ...subject],
  ]);
  return readFileSync(certificate, 'utf8');
}

/** Starts MariaDB of Debian on loopback, with TLS and an empty folder of data. */
export async function startMariaDb(): Promise<MariaDb> {
  if (['mariadbd', 'my_print_defaults'].some((program) => spawnSync(program, ['--version']).status !== 0))
    throw new LeftOut('MariaDB is missing: apt-get install mariadb-server-core mariadb-client-core');
  const folder = mkdtempSync(join(tmpdir(), 'doorwright-mariadb-'));
  const data = join(folder, 'data');
  const certificate = await makeCertificate(folder);
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const own = ['--no-defaults', `--datadir=${data}`, ...user];
  await run('mariadb-install-db', [...own, '--auth-root-authentication-method=normal', '--skip-test-db']);
  const port = await freePort();
  const child = spawn(
    'mariadbd',
    [
      ...own,
      ...['--bind-address=127.0.0.1', `--port=${port}`, `--socket=${join(folder, 'socket')}`, '--skip-name-resolve'],
      ...[`--ssl-cert=${join(folder, 'certificate.pem')}`, `--ssl-key=${join(folder, 'key.pem')}`],
      ...['--innodb-buffer-pool-size=64M', '--innodb-flush-log-at-trx-commit=0'],
      `--pid-file=${join(folder, 'pid')}`,
    ],
    { stdio: 'ignore' },
  );
  const stop = async () => {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const end = Date.now() + readyWithinMs;
  for (;;) {
    const root = await mysql
      .createConnection({ host: '127.0.0.1', port, user: 'root', multipleStatements: true })
      .catch(() => undefined);
    if (root) {
      const stopAll = async () => {
        root.destroy();
        await stop();
      };
      return { host: '127.0.0.1', port, certificate, root, stop: stopAll };
    }
    if (child.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error('MariaDB did not start');
    }
    await pause(100);
  }
}
