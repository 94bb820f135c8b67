import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../cluster/ports.ts';
import { LeftOut } from '../runner/left-out.ts';

const run = promisify(execFile);

export interface DebianPostgres {
  /** The address of a database for the superuser. */
  urlOf: (database: string) => string;
  /** The folder of its programs, such as pg_dump. */
  bin: string;
  /** Its version, such as 15. */
  major: string;
  stop: () => Promise<void>;
}

/** Debian's own Postgres with the programs that people use, which the embedded one does not bring. It refuses to run as root. */
export async function startDebianPostgres(): Promise<DebianPostgres> {
  const bin = globSync('/usr/lib/postgresql/*/bin')
    .filter((each) => existsSync(join(each, 'postgres')) && existsSync(join(each, 'pg_dump')))
    .sort()
    .at(-1);
  if (!bin) throw new LeftOut('Postgres with pg_dump is missing: apt-get install postgresql');
  const folder = mkdtempSync(join(tmpdir(), 'doorwright-postgres-'));
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  const other = process.getuid?.() === 0 ? await userOf('postgres') : {};
  if (other.uid !== undefined) for (const each of [folder, data]) chownSync(each, other.uid, other.gid ?? other.uid);
  const trusting = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--no-sync'];
  await run(join(bin, 'initdb'), [...trusting, `--pgdata=${data}`], { ...other, cwd: folder });
  const port = await freePort();
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' };
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...other, cwd: folder, stdio: 'ignore' },
  );
  const stop = async () => {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGQUIT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const ready = ['--host=127.0.0.1', `--port=${port}`, '--timeout=1'];
  const deadline = Date.now() + 60_000;
  while (
    !(await run(join(bin, 'pg_isready'), ready).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`Postgres of ${bin} does not start`);
    }
    await pause(100);
  }
  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  return { urlOf, bin, major: bin.split('/').at(-2) ?? '', stop };
}

/** The ids of a user of this machine. */
async function userOf(name: string): Promise<{ uid?: number; gid?: number }> {
  const { stdout } = await run('getent', ['passwd', name]);
  const [, , uid, gid] = stdout.split(':').map(Number);
  return uid === undefined || gid === undefined ? {} : { uid, gid };
}
