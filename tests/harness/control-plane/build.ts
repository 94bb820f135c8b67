/**
 * Real Kubernetes for the tests, built once by Go and kept outside the tree.
 * As a script: `node tests/harness/control-plane/build.ts [--if-possible] [program …]`; without names, all of them: a test
 * that has to build what it needs while others run can take longer than it is given.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withFileLock } from './lock.ts';
import { cacheDir, linkerFlags, moduleDir, type Program, programs } from './programs.ts';

const controlPlane = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kubectl'] as const;

export interface ControlPlane {
  etcd: string;
  apiserver: string;
  controllerManager: string;
  kubectl: string;
}

/** Of the oldest Kubernetes that is supported there is the API server alone; etcd and kubectl are those of the newest. */
export async function ensureControlPlane(kubernetes: 'newest' | 'oldest' = 'newest'): Promise<ControlPlane> {
  const built = await ensurePrograms(...controlPlane);
  const apiserver =
    kubernetes === 'newest'
      ? built['kube-apiserver']
      : (await ensurePrograms('kube-apiserver-oldest'))['kube-apiserver-oldest'];
  return {
    etcd: built.etcd,
    apiserver,
    controllerManager: built['kube-controller-manager'],
    kubectl: built.kubectl,
  };
}

/** The paths of these programs, from KUBEBUILDER_ASSETS, the cache or a build, in that order. */
export async function ensurePrograms<P extends Program>(...names: P[]): Promise<Record<P, string>> {
  const missing = names.filter((name) => !existsSync(locate(name)));
  for (const [index, name] of missing.entries()) await build(name, `${index + 1} of ${missing.length}`);
  return Object.fromEntries(names.map((name) => [name, locate(name)])) as Record<P, string>;
}

/** Why tests that need a control plane cannot run on this machine; undefined when they can. */
export function controlPlaneProblem(): string | undefined {
  if (controlPlane.every((name) => existsSync(locate(name)))) return undefined;
  return spawnSync('go', ['version']).error ? goMissing : undefined;
}

const goMissing =
  'The tests need a Kubernetes control plane and Go is not on PATH to build it: install Go 1.26 or newer (https://go.dev/dl), or set KUBEBUILDER_ASSETS to a folder with etcd, kube-apiserver, kube-controller-manager and kubectl.';

function locate(name: Program): string {
  const provided = process.env.KUBEBUILDER_ASSETS && join(process.env.KUBEBUILDER_ASSETS, name);
  return provided && existsSync(provided) ? provided : join(cacheDir(name), name);
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
      reject('code' in error && error.code === 'ENOENT' ? new Error(goMissing) : error),
    );
    compiler.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`go build of ${name} failed (exit ${code}):\n${complaints}`)),
    );
  });
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  const named = args.filter((arg): arg is Program => arg in programs);
  // On CI nothing may be left out, so there a failed build is always a failure.
  const optional = args.includes('--if-possible') && process.env.CI !== 'true';
  try {
    const paths = await ensurePrograms(...(named.length ? named : (Object.keys(programs) as Program[])));
    for (const path of Object.values(paths)) console.log(path);
  } catch (error) {
    console.error(`control plane: not built. ${error instanceof Error ? error.message : error}`);
    process.exitCode = optional ? 0 : 1;
  }
}
