import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { localToken } from '@doorwright/api/features/declared/local-token.ts';
import { succeed } from '../../crds/cluster.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { type Cluster, type ClusterOptions, startCluster } from '../../harness/cluster/cluster.ts';
import { testKey } from '../../harness/database/template.ts';
import { eventually } from '../../operator/world/cluster-world.ts';
import { helm, least, type Said } from '../output/chart.ts';
import { asPodOf, type PodLike } from './as-pod.ts';

/** The release `iam` of the chart in `identity`, which serves `shop`, and an api. No node runs its pods. */
export interface Installation {
  cluster: Cluster;
  app: TestApp;
  /** Of the operator. */
  pod: PodLike;
  /** Runs Helm with this cluster and these values. */
  release(args: string[], values?: object): Promise<Said>;
  /** Of the operator's programs. */
  settings: Record<string, string>;
  /** Runs it like its pod. */
  startOperator(): ChildProcess;
  stop(): Promise<void>;
}

const namespace = 'identity';

export async function installation(options: ClusterOptions = {}): Promise<Installation> {
  const dir = mkdtempSync(join(tmpdir(), 'doorwright-installation-'));
  const [cluster, app] = await Promise.all([startCluster(options), startApp()]);
  const release = (args: string[], values: object = {}) => {
    const all = { ...least, watch: { namespaces: ['shop'] }, ...values };
    const settings = args[0] === 'rollback' ? {} : all;
    return helm([...args, '--namespace', namespace], settings, { KUBECONFIG: cluster.kubeconfig });
  };
  for (const name of [namespace, 'shop']) await succeed(cluster, ['create', 'namespace', name]);
  const { code, stderr } = await release(['install', 'iam', 'helm']);
  if (code !== 0) throw new Error(stderr);
  // Helm does not wait until the new definitions are served.
  await eventually(async () => (await cluster.kubectl(['get', 'doorwright', '-A'])).code === 0);
  const token = join(dir, 'token');
  writeFileSync(token, localToken(createSecretBox([testKey])));
  const pod = await asPodOf(cluster, 'iam-doorwright-operator', namespace);
  const settings = {
    DOORWRIGHT_API_URL: app.url,
    DOORWRIGHT_WATCH_NAMESPACES: 'shop',
    DOORWRIGHT_PLATFORM_NAMESPACES: 'shop,archive',
    DOORWRIGHT_OPERATOR_TOKEN_FILE: token,
    PORT: '0',
    // With the files that the kubelet puts into the pod only.
    KUBECONFIG: '',
  };
  return {
    cluster,
    app,
    pod,
    release,
    settings,
    startOperator() {
      const operator = pod.start(['node', 'operator/main.ts'], settings);
      operator.stdout?.resume();
      return operator;
    },
    async stop() {
      rmSync(dir, { recursive: true });
      await Promise.all([cluster.stop(), app.stop()]);
    },
  };
}
