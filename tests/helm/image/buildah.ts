import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeQuickFolder } from '../../harness/quick-folder.ts';
import { command } from './command.ts';

export interface Built {
  name: string;
  /** Its files, mounted as a folder that nobody writes to. */
  files: string;
  config: ImageConfig;
}

export interface ImageConfig {
  User: string;
  Env: string[];
  Cmd: string[];
  WorkingDir: string;
  Labels: Record<string, string>;
  Volumes: Record<string, object>;
  Healthcheck: { Test: string[]; Interval: number; Timeout: number; StartPeriod: number };
}

/** Each container and image is a whole copy of its files. */
const storageSize = 12 * 2 ** 30;

/** Buildah with a storage of its own, in a temporary folder that `remove` takes away. */
export class Buildah {
  readonly #place = makeQuickFolder('image', storageSize);
  readonly folder = this.#place.dir;
  readonly #environment: NodeJS.ProcessEnv;

  constructor() {
    const path = (name: string) => join(this.folder, name);
    for (const name of ['storage', 'run', 'tmp']) mkdirSync(path(name));
    writeFileSync(
      path('storage.conf'),
      `[storage]\ndriver = "vfs"\ngraphroot = "${path('storage')}"\nrunroot = "${path('run')}"\n`,
    );
    this.#environment = {
      CONTAINERS_STORAGE_CONF: path('storage.conf'),
      TMPDIR: path('tmp'),
      BUILDAH_ISOLATION: 'chroot',
    };
  }

  run(...args: string[]): Promise<string> {
    return command('buildah', args, this.#environment);
  }

  /** An image with the files of a folder. */
  async fromFolder(name: string, folder: string): Promise<void> {
    const container = (await this.run('from', 'scratch')).trim();
    await this.run('copy', '--quiet', container, folder, '/');
    await this.run('config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container);
    await this.run('commit', '--quiet', '--rm', container, name);
  }

  build(name: string, context: string, args: string[]): Promise<string> {
    // Nothing is pulled: every base is built here.
    return this.run('build', '--format', 'docker', '--pull=never', '--tag', name, ...args, context);
  }

  async look(name: string): Promise<Built> {
    const { Docker } = JSON.parse(await this.run('inspect', '--type', 'image', name)) as {
      Docker: { config: ImageConfig };
    };
    const container = (await this.run('from', '--pull=never', name)).trim();
    return { name, files: (await this.run('mount', container)).trim(), config: Docker.config };
  }

  async remove(): Promise<void> {
    await this.run('umount', '--all').catch(() => {});
    await this.run('rm', '--all').catch(() => {});
    for (const line of readFileSync('/proc/mounts', 'utf8').split('\n').reverse()) {
      const target = line.split(' ')[1] ?? '';
      if (target.startsWith(`${this.folder}/`)) await command('umount', ['--lazy', target]).catch(() => {});
    }
    await this.#place.remove();
  }
}
