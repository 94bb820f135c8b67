import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What the harness can build. `module` is the folder beside this file whose go.mod pins the version. */
export const programs = {
  'kube-apiserver': { module: 'kubernetes', package: 'k8s.io/kubernetes/cmd/kube-apiserver' },
  'kube-controller-manager': { module: 'kubernetes', package: 'k8s.io/kubernetes/cmd/kube-controller-manager' },
  kubectl: { module: 'kubernetes', package: 'k8s.io/kubernetes/cmd/kubectl' },
  'kube-apiserver-oldest': { module: 'kubernetes-oldest', package: 'k8s.io/kubernetes/cmd/kube-apiserver' },
  etcd: { module: 'etcd', package: 'go.etcd.io/etcd/server/v3' },
  judges: { module: 'judges', package: '.' },
  helm: { module: 'helm', package: 'helm.sh/helm/v4/cmd/helm' },
  kubeconform: { module: 'kubeconform', package: 'github.com/yannh/kubeconform/cmd/kubeconform' },
} as const;

export type Program = keyof typeof programs;

const cacheRoot = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'doorwright', 'control-plane');

export const moduleDir = (program: Program) => join(import.meta.dirname, programs[program].module);

/** Outside the tree and named by what was pinned, so that what changed is built anew and a fresh clone does not. */
export function cacheDir(program: Program): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(moduleDir(program)).sort())
    if (/^go\.(mod|sum)$|\.go$/.test(file)) hash.update(readFileSync(join(moduleDir(program), file)));
  const version = hash.digest('hex').slice(0, 12);
  return join(cacheRoot, `${programs[program].module}-${version}-${process.platform}-${process.arch}`);
}

/** Built from modules, Kubernetes calls itself v0.0.0-master, which charts that ask for a version refuse. */
export function linkerFlags(program: Program): string {
  const strip = '-s -w';
  if (!programs[program].package.startsWith('k8s.io/kubernetes/')) return strip;
  const pinned = readFileSync(join(moduleDir(program), 'go.mod'), 'utf8').match(
    /k8s\.io\/kubernetes (v(\d+)\.(\d+)\S*)/,
  );
  if (!pinned) throw new Error(`${moduleDir(program)}/go.mod does not pin k8s.io/kubernetes`);
  const [, version, major, minor] = pinned;
  const facts = { gitVersion: version, gitMajor: major, gitMinor: minor, gitTreeState: 'clean' };
  const packages = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'];
  const assignments = packages.flatMap((path) =>
    Object.entries(facts).map(([key, value]) => `-X ${path}.${key}=${value}`),
  );
  return [strip, ...assignments].join(' ');
}
