import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { withFileLock } from '../../../harness/control-plane/lock.ts';
import { LeftOut } from '../../../harness/runner/left-out.ts';

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'doorwright', 'recipes');

/** The programs that Go builds from their own modules, and the package in each. `../programs` pins their versions. */
const programs = {
  'oauth2-proxy': { module: 'github.com/oauth2-proxy/oauth2-proxy/v7', package: '.' },
  gitea: { module: 'code.gitea.io/gitea', package: '.' },
  'argo-cd': { module: 'github.com/argoproj/argo-cd/v3', package: './cmd' },
} as const;

export type GoProgram = keyof typeof programs;

interface Downloaded {
  Dir: string;
}

const folderOf = (name: GoProgram) => join(import.meta.dirname, '..', 'programs', name);

/** Go's checksum of the module is in go.sum, so that nothing else is built. */
const download = async (name: GoProgram): Promise<Downloaded> =>
  JSON.parse(await go(['mod', 'download', '-json', programs[name].module], folderOf(name), name));

/** The folder of a program's module, for files that it reads beside its binary. */
export const goSource = async (name: GoProgram): Promise<string> => (await download(name)).Dir;

/** A program in Go, built once from its module, with the requirements that the module itself names. */
export async function goProgram(name: GoProgram): Promise<string> {
  const version = createHash('sha256')
    .update(readFileSync(join(folderOf(name), 'go.sum')))
    .digest('hex')
    .slice(0, 12);
  const folder = join(cache, `${name}-${version}-${process.platform}-${process.arch}`);
  const binary = join(folder, name);
  mkdirSync(folder, { recursive: true });
  await withFileLock(join(folder, 'lock'), async () => {
    if (existsSync(binary)) return;
    const { Dir } = await download(name);
    const unfinished = `${binary}.unfinished`;
    const args = ['build', '-trimpath', '-buildvcs=false', '-ldflags', '-s -w', '-o', unfinished];
    await go([...args, programs[name].package], Dir, name);
    renameSync(unfinished, binary);
  });
  return binary;
}

function go(args: readonly string[], cwd: string, name: GoProgram): Promise<string> {
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' };
  const child = spawn('go', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, complaints] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints = (complaints + text).slice(-4000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', () => reject(new LeftOut(`${name} is missing: install Go 1.26 or newer (https://go.dev/dl).`)));
    child.once('close', (code) =>
      code === 0
        ? resolve(output)
        : reject(new Error(`go ${args[0]} of ${name} failed (exit ${code}):\n${complaints}`)),
    );
  });
}
