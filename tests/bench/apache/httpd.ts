import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const modules = '/usr/lib/apache2/modules';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** A folder that Apache's user may read. */
async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'doorwright-apache-'));
  await chmod(folder, 0o755);
  return folder;
}

export interface Site {
  /** Without a slash at its end. */
  url: string;
  folder: string;
  /** Runs a program beside Apache, until the site stops. */
  run: (command: string, args: readonly string[]) => void;
  /** Starts Apache with further directives, and waits for its first answer. */
  start: (directives: readonly string[]) => Promise<void>;
  stop: () => Promise<void>;
}

/** A site of Apache with one page, in a folder of its own. Nothing of the machine's configuration is used. */
export async function createSite(): Promise<Site> {
  const [folder, port] = await Promise.all([openFolder(), freePort()]);
  const url = `http://127.0.0.1:${port}`;
  const children: ChildProcess[] = [];
  const run = (command: string, args: readonly string[]) =>
    void children.push(spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }));
  await mkdir(join(folder, 'www', 'secure'), { recursive: true });
  await writeFile(join(folder, 'www', 'secure', 'index.html'), '<p>For users only</p>');
  const usual = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'headers', 'dir'];
  const head = [
    ...[`ServerRoot ${folder}`, `ServerName ${url}`, 'UseCanonicalName On', `Listen 127.0.0.1:${port}`],
    ...['User www-data', 'Group www-data', `DefaultRuntimeDir ${folder}`, `PidFile ${folder}/httpd.pid`],
    ...[`ErrorLog ${folder}/error.log`, `DocumentRoot ${folder}/www`, 'DirectoryIndex index.html'],
    ...usual.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`),
    `<Directory ${folder}/www>\nRequire all granted\n</Directory>`,
  ];
  return {
    url,
    folder,
    run,
    async start(directives) {
      const file = join(folder, 'httpd.conf');
      await writeFile(file, [...head, ...directives, ''].join('\n'));
      run('/usr/sbin/apache2', ['-f', file, '-D', 'FOREGROUND']);
      for (let tries = 0; tries < 50; tries++) {
        if (await fetch(url).catch(() => undefined)) return;
        await new Promise((go) => setTimeout(go, 200));
      }
      throw new Error('Apache does not answer');
    },
    async stop() {
      for (const child of children) child.kill('SIGTERM');
      await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
