import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Buildah } from './buildah.ts';
import { command } from './command.ts';

/** The name of the base in the Dockerfile’s `NODE_IMAGE`. No registry has it. */
export const base = 'localhost/node:24-bookworm-slim';

const root = join(import.meta.dirname, '..', '..', '..');
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'doorwright', 'image-base');
const release = 'bookworm';

/** Debian by debootstrap. It takes minutes, so later runs take the archive of the first. */
async function debian(folder: string): Promise<void> {
  const archive = join(cache, `${release}.tar`);
  mkdirSync(folder);
  if (!existsSync(archive)) {
    mkdirSync(cache, { recursive: true });
    await command('debootstrap', ['--variant=minbase', '--include=ca-certificates,libatomic1', release, folder]);
    for (const each of ['var/cache/apt/archives', 'var/lib/apt/lists'])
      rmSync(join(folder, each), { recursive: true, force: true });
    await command('tar', ['--create', '--file', `${archive}.new`, '--directory', folder, '--one-file-system', '.']);
    renameSync(`${archive}.new`, archive);
  } else await command('tar', ['--extract', '--file', archive, '--directory', folder]);
}

/** A base with the Node of the npm package `node` and the npm of this machine, where the official image has them. */
export async function buildBase(buildah: Buildah): Promise<void> {
  const folder = join(buildah.folder, 'base');
  await debian(folder);
  const local = join(folder, 'usr/local');
  cpSync(join(root, 'node_modules/node/bin/node'), join(local, 'bin/node'));
  const modules = join(local, 'lib/node_modules');
  mkdirSync(modules, { recursive: true });
  const npm = realpathSync((await command('sh', ['-c', 'command -v npm'])).trim());
  cpSync(dirname(dirname(npm)), join(modules, 'npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  writeRegistry(folder, (await command('npm', ['config', 'get', 'registry'])).trim());
  await buildah.fromFolder(base, folder);
  rmSync(folder, { recursive: true });
}

/** The registry and the authorities by which this machine knows it, for npm within the build. */
function writeRegistry(folder: string, registry: string): void {
  const lines = [`registry=${registry}`];
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  if (authorities && existsSync(authorities)) {
    writeFileSync(join(folder, 'etc/ssl/registry.crt'), readFileSync(authorities));
    lines.push('cafile=/etc/ssl/registry.crt');
  }
  mkdirSync(join(folder, 'usr/local/etc'), { recursive: true });
  writeFileSync(join(folder, 'usr/local/etc/npmrc'), `${lines.join('\n')}\n`);
}
