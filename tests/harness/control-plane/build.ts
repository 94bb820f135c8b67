/**
 * Real Kubernetes for the tests, fetched or built once and kept outside the repository.
 * As a script: `node tests/harness/control-plane/build.ts [--if-possible] [program …]`. Without names it provides all that a run
 * needs. Run it before the tests, because a build can take longer than a test's timeout.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LeftOut } from '../runner/left-out.ts';
import { isFull } from '../runner/tier.ts';
import { withFileLock } from './lock.ts';
import {
  cacheDir,
  linkerFlags,
  moduleDir,
  type Program,
  type Published,
  programs,
  published,
  publishedDir,
  sourceOf,
} from './programs.ts';
import { fetchPublished, indexAddress } from './published.ts';

export interface ControlPlane {
  etcd: string;
  apiserver: string;
  controllerManager: string | undefined;
  kubectl: string;
}

export interface ControlPlaneParts {
  kubernetes?: Published | undefined;
  controllerManager?: boolean;
}

/** The oldest supported Kubernetes has only an API server here. It uses etcd and kubectl of the newest. */
export async function ensureControlPlane({
  kubernetes = 'newest',
  controllerManager = true,
}: ControlPlaneParts): Promise<ControlPlane> {
  const apiserver = kubernetes === 'newest' ? 'kube-apiserver' : 'kube-apiserver-oldest';
  const paths: Partial<Record<Program, string>> & { etcd: string; kubectl: string } = await ensurePrograms(
    'etcd',
    'kubectl',
    apiserver,
    ...(controllerManager ? (['kube-controller-manager'] as const) : []),
  );
  return {
    etcd: paths.etcd,
    kubectl: paths.kubectl,
    apiserver: paths[apiserver] as string,
    controllerManager: paths['kube-controller-manager'],
  };
}

/** The paths of these programs, from KUBEBUILDER_ASSETS, the cache, the published binaries or a build, in that order. */
export async function ensurePrograms<P extends Program>(...names: P[]): Promise<Record<P, string>> {
  const versions = new Set(missingOf(names).map((name) => sourceOf(name).published?.version));
  for (const version of versions) if (version) await fetchOnce(version);
  const missing = missingOf(names);
  for (const [index, name] of missing.entries()) await build(name, `${index + 1} of ${missing.length}`);
  return Object.fromEntries(names.map((name) => [name, locate(name)])) as Record<P, string>;
}

const missingOf = <P extends Program>(names: P[]): P[] => names.filter((name) => !existsSync(locate(name)));

/** The programs that a run needs on this machine. Only the second tier tries the oldest Kubernetes, because its build takes minutes. */
const needed = (): Program[] =>
  (Object.keys(programs) as Program[]).filter((name) => sourceOf(name).published?.version !== 'oldest' || isFull());

/** The reason why tests with a control plane cannot run on this machine, or undefined. */
export function controlPlaneProblem(): string | undefined {
  const missing = missingOf(needed());
  if (missing.length === 0 || !spawnSync('go', ['version']).error) return undefined;
  return `Missing: ${missing.join(', ')}. For each, ${remedy}`;
}

const remedy = 'install Go 1.26 or newer (https://go.dev/dl), or set KUBEBUILDER_ASSETS to a folder that holds it.';

function locate(name: Program): string {
  const fetched = sourceOf(name).published;
  const places = [
    ...(process.env.KUBEBUILDER_ASSETS ? [join(process.env.KUBEBUILDER_ASSETS, name)] : []),
    join(cacheDir(name), name),
    ...(fetched ? [join(publishedDir(fetched.version), fetched.name)] : []),
  ];
  return places.find((place) => existsSync(place)) ?? join(cacheDir(name), name);
}

const fetches = new Map<Published, Promise<void>>();

/** Fetches once for each process. After a failure, it prints one line and the programs are built. */
function fetchOnce(version: Published): Promise<void> {
  const begun = fetches.get(version) ?? tryToFetch(version);
  fetches.set(version, begun);
  return begun;
}

async function tryToFetch(version: Published): Promise<void> {
  const index = indexAddress();
  if (!index) return;
  const dir = publishedDir(version);
  await mkdir(dir, { recursive: true });
  await withFileLock(join(dir, 'lock'), async () => {
    if (existsSync(join(dir, 'kubectl'))) return;
    try {
      await fetchPublished({ index, version: published[version], dir });
      console.error(`control plane: fetched kube-apiserver, etcd and kubectl ${published[version]}`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : error;
      console.error(`control plane: the published binaries cannot be fetched, so they are built: ${reason}`);
    }
  });
}

async function build(name: Program, position: string): Promise<void> {
  const dir = cacheDir(name);
  await mkdir(dir, { recursive: true });
  await withFileLock(join(dir, 'lock'), async () => {
    const target = join(dir, name);
    if (existsSync(target)) return;
    const unfinished = `${target}.unfinished`;
    const started = performance.now();
    const say = (what: string) =>
      console.error(
        `control plane: ${what} ${name} (${position}), ${Math.round((performance.now() - started) / 1000)} s`,
      );
    say('building');
    const heartbeat = setInterval(say, 20_000, 'still building');
    try {
      await go(name, unfinished);
      await rename(unfinished, target);
      say('built');
    } finally {
      clearInterval(heartbeat);
      await rm(unfinished, { force: true });
    }
  });
}

function go(name: Program, output: string): Promise<void> {
  const args = [
    'build',
    '-trimpath',
    '-buildvcs=false',
    '-ldflags',
    linkerFlags(name),
    '-o',
    output,
    programs[name].package,
  ];
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' };
  const compiler = spawn('go', args, { cwd: moduleDir(name), env, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  compiler.stderr.setEncoding('utf8').on('data', (text) => {
    complaints = (complaints + text).slice(-4000);
  });
  return new Promise((resolve, reject) => {
    compiler.once('error', (error) =>
      reject('code' in error && error.code === 'ENOENT' ? new LeftOut(`${name} is missing: ${remedy}`) : error),
    );
    compiler.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`go build of ${name} failed (exit ${code}):\n${complaints}`)),
    );
  });
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  const named = args.filter((arg): arg is Program => arg in programs);
  // CI skips nothing, so there a failed build is always a failure.
  const optional = args.includes('--if-possible') && process.env.CI !== 'true';
  try {
    const paths = await ensurePrograms(...(named.length ? named : needed()));
    for (const path of Object.values(paths)) console.log(path);
  } catch (error) {
    console.error(`control plane: not complete. ${error instanceof Error ? error.message : error}`);
    process.exitCode = optional ? 0 : 1;
  }
}
