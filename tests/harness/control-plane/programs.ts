import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The versions that controller-tools publishes as binaries. They are fetched before anything is built. Some patch releases are
 * missing there, so the newest has the minor version of `kubernetes/go.mod`.
 */
export const published = { newest: 'v1.36.2', oldest: 'v1.31.0' } as const;

export type Published = keyof typeof published;

interface Source {
  /** The folder beside this file with the go.mod that pins the built version. */
  module: string;
  package: string;
  published?: { version: Published; name: string };
}

const newest = (name: string) => ({ published: { version: 'newest' as const, name } });

/** The programs that the tests need and the harness can build. */
export const programs = {
  'kube-apiserver': {
    module: 'kubernetes',
    package: 'k8s.io/kubernetes/cmd/kube-apiserver',
    ...newest('kube-apiserver'),
  },
  'kube-controller-manager': { module: 'kubernetes', package: 'k8s.io/kubernetes/cmd/kube-controller-manager' },
  kubectl: { module: 'kubernetes', package: 'k8s.io/kubernetes/cmd/kubectl', ...newest('kubectl') },
  'kube-apiserver-oldest': {
    module: 'kubernetes-oldest',
    package: 'k8s.io/kubernetes/cmd/kube-apiserver',
    published: { version: 'oldest', name: 'kube-apiserver' },
  },
  etcd: { module: 'etcd', package: 'go.etcd.io/etcd/server/v3', ...newest('etcd') },
  judges: { module: 'judges', package: '.' },
  helm: { module: 'helm', package: 'helm.sh/helm/v4/cmd/helm' },
  kubeconform: { module: 'kubeconform', package: 'github.com/yannh/kubeconform/cmd/kubeconform' },
} as const satisfies Record<string, Source>;

export type Program = keyof typeof programs;

export const sourceOf = (program: Program): Source => programs[program];

const cacheRoot = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'doorwright', 'control-plane');

export const moduleDir = (program: Program) => join(import.meta.dirname, programs[program].module);

/** The cache is outside the repository. Its name contains the pinned versions, so a change causes a build and a new clone does not. */
export function cacheDir(program: Program): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(moduleDir(program)).sort())
    if (/^go\.(mod|sum)$|\.go$/.test(file)) hash.update(readFileSync(join(moduleDir(program), file)));
  const version = hash.digest('hex').slice(0, 12);
  return join(cacheRoot, `${programs[program].module}-${version}-${process.platform}-${process.arch}`);
}

/** Beside the builds, named by its version. */
export const publishedDir = (version: Published): string =>
  join(cacheRoot, `envtest-${published[version]}-${process.platform}-${process.arch}`);

/** The version of Kubernetes that is built if none can be fetched. */
export function builtVersion(program: Program): string {
  return pinnedVersion(program)[0];
}

/** Built from modules, Kubernetes has the version v0.0.0-master. A chart that needs a version would refuse it. */
export function linkerFlags(program: Program): string {
  const strip = '-s -w';
  if (!programs[program].package.startsWith('k8s.io/kubernetes/')) return strip;
  const [version, major, minor] = pinnedVersion(program);
  const facts = { gitVersion: version, gitMajor: major, gitMinor: minor, gitTreeState: 'clean' };
  const packages = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'];
  const assignments = packages.flatMap((path) =>
    Object.entries(facts).map(([key, value]) => `-X ${path}.${key}=${value}`),
  );
  return [strip, ...assignments].join(' ');
}

function pinnedVersion(program: Program): [version: string, major: string, minor: string] {
  const file = join(moduleDir(program), 'go.mod');
  const pinned = readFileSync(file, 'utf8').match(/k8s\.io\/kubernetes (v(\d+)\.(\d+)\S*)/);
  if (!pinned) throw new Error(`${file} does not pin k8s.io/kubernetes`);
  return [pinned[1] as string, pinned[2] as string, pinned[3] as string];
}
