import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../harness/cluster/ports.ts';
import { type Running, run } from '../../../harness/run-program.ts';
import { needs } from './needs.ts';

const modules = '/usr/lib/apache2/modules';
const loaded = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'headers', 'dir'];

export interface Site {
  url: string;
  folder: string;
  /** Starts Apache with a file of the guide. */
  start: (module: string, conf: string) => Promise<Running>;
}

/** A module of Apache, with the package that has it. */
export const apacheNeeds = (name: string, file: string) =>
  needs({ apache2: '/usr/sbin/apache2', [name]: join(modules, file) });

/** A site of Apache with two pages, in a folder below `folder` that its user may read. Nothing of the machine's configuration is used. */
export async function createSite(folder: string): Promise<Site> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const www = join(folder, 'www');
  mkdirSync(join(www, 'admin'), { recursive: true });
  writeFileSync(join(www, 'index.html'), 'For people');
  writeFileSync(join(www, 'admin', 'index.html'), 'For administrators');
  // The folder of a test is its owner's alone.
  chmodSync(folder, 0o755);
  return {
    url,
    folder,
    async start(module, conf) {
      const file = join(folder, 'httpd.conf');
      const lines = [
        ...[`ServerRoot ${folder}`, `ServerName ${url}`, 'UseCanonicalName On', `Listen 127.0.0.1:${port}`],
        ...['User www-data', 'Group www-data', `DefaultRuntimeDir ${folder}`, `PidFile ${folder}/httpd.pid`],
        ...[`ErrorLog ${folder}/error.log`, `DocumentRoot ${www}`, 'DirectoryIndex index.html'],
        ...loaded.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`),
        ...[`LoadModule ${module}`, `<Directory ${www}>`, 'Require all granted', '</Directory>'],
        // A test cannot send what browsers do when a person opens a page: the library always says that a script asks.
        'RequestHeader unset Sec-Fetch-Mode early',
        // Tells the test who Apache says is here.
        'Header always set X-Person "expr=%{REMOTE_USER}"',
        conf,
      ];
      writeFileSync(file, `${lines.join('\n')}\n`);
      const log = () => (existsSync(`${folder}/error.log`) ? readFileSync(`${folder}/error.log`, 'utf8') : '');
      const { output, stop } = await run('/usr/sbin/apache2', ['-f', file, '-D', 'FOREGROUND'], url);
      return { output: () => output() + log(), stop };
    },
  };
}

/** A folder that Apache's user writes. */
export function writableFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  if (userInfo().uid === 0) chownSync(path, Number(execFileSync('id', ['-u', 'www-data'])), 0);
  return path;
}

export const moduleFile = (file: string) => join(modules, file);
