import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { succeed } from '../../crds/cluster.ts';
import type { Cluster } from '../../harness/cluster/cluster.ts';

export interface Ran {
  code: number;
  said: string;
}

export interface PodLike {
  environment: Record<string, string>;
  /** Runs a program to its end. */
  run(command: string[], environment?: Record<string, string>): Promise<Ran>;
  start(command: string[], environment?: Record<string, string>): ChildProcess;
}

/** Runs programs like a pod of this ServiceAccount: with its own token and nothing else of the cluster. */
export async function asPodOf(cluster: Cluster, serviceAccount: string, namespace: string): Promise<PodLike> {
  const token = (await succeed(cluster, ['create', 'token', serviceAccount, '-n', namespace])).trim();
  const root = mkdtempSync(join(tmpdir(), 'doorwright-pod-'));
  const folder = join(root, 'var/run/secrets/kubernetes.io/serviceaccount');
  mkdirSync(folder, { recursive: true });
  const name = 'pod';
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name,
        cluster: { server: cluster.url, 'certificate-authority-data': Buffer.from(cluster.caCert).toString('base64') },
      },
    ],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name, namespace } }],
    'current-context': name,
  };
  const files = { token, 'ca.crt': cluster.caCert, namespace, kubeconfig: JSON.stringify(kubeconfig) };
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content, { mode: 0o600 });
  const { hostname, port } = new URL(cluster.url);
  const environment = {
    PATH: process.env.PATH ?? '',
    KUBECONFIG: join(folder, 'kubeconfig'),
    KUBERNETES_SERVICE_HOST: hostname,
    KUBERNETES_SERVICE_PORT: port,
    DOORWRIGHT_CLUSTER_CREDENTIALS: folder,
    DOORWRIGHT_POD_ROOT: root,
    DOORWRIGHT_OPERATOR_TOKEN_FILE: join(folder, 'token'),
  };
  const start = ([program, ...args]: string[], more = {}) =>
    spawn(program === 'node' ? process.execPath : (program ?? ''), args, {
      env: { ...environment, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  return {
    environment,
    start,
    async run(command, more) {
      const child = start(command, more);
      const exited = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)));
      const [code, ...said] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
      return { code, said: said.join('') };
    },
  };
}
