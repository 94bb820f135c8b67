import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..', '..', '..');
const run = promisify(execFile);

/** The packages of this repository as links. Its workspaces are those of the copy. */
async function linkPackages(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules'));
  for (const name of await readdir(join(root, 'node_modules'))) {
    const from = join(root, 'node_modules', name);
    if (name === '@doorwright')
      await cp(from, join(folder, 'node_modules', name), { recursive: true, verbatimSymlinks: true });
    else if (!name.startsWith('.')) await symlink(from, join(folder, 'node_modules', name));
  }
  const ofApi = join(root, 'api', 'node_modules');
  if (existsSync(ofApi)) await symlink(ofApi, join(folder, 'api', 'node_modules'));
}

/** The files of this repository in a folder of their own, where a developer works. */
export async function copyRepository() {
  const folder = await mkdtemp(join(tmpdir(), 'doorwright-copy-'));
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ':!tests'];
  const { stdout } = await run('git', listed, { cwd: root, maxBuffer: 1e7 });
  const files = stdout.split('\0').filter((file) => file && existsSync(join(root, file)));
  for (const parent of new Set(files.map(dirname))) await mkdir(join(folder, parent), { recursive: true });
  await Promise.all(files.map((file) => cp(join(root, file), join(folder, file))));
  await linkPackages(folder);
  return {
    folder,
    read: (path: string) => readFile(join(folder, path), 'utf8'),
    write: (path: string, content: string) => writeFile(join(folder, path), content),
    copyFolder: (from: string, to: string) => cp(join(folder, from), join(folder, to), { recursive: true }),
    list: (path: string) => readdir(join(folder, path)),
    node: (script: string, ...args: string[]) =>
      run(process.execPath, [join(folder, script), ...args], { cwd: folder }),
    remove: () => rm(folder, { recursive: true }),
  };
}

export type RepositoryCopy = Awaited<ReturnType<typeof copyRepository>>;
