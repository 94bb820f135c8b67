import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@doorwright/api/db/embedded.ts';
import { connect, type Db } from '@doorwright/api/db/knex.ts';
import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { localToken } from '@doorwright/api/features/declared/local-token.ts';
import { clusterWithDefinitions } from '../../crds/cluster.ts';
import type { Cluster, ClusterOptions } from '../../harness/cluster/cluster.ts';
import { adminPassword, testKey } from '../../harness/database/template.ts';
import { type ApiProcess, startProcess } from '../../harness/process.ts';
import { kubeConfig } from '../../operator/world/cluster-world.ts';
import { startFaultProxy } from '../../operator/world/fault-proxy.ts';
import { Rest } from '../../operator/world/rest.ts';
import { cpuSeconds } from '../cpu.ts';
import { companyNamespaces, type Manifest } from './company.ts';
import { type Operator, startOperator } from './operator.ts';
import { Watched } from './watched.ts';

/** A platform of separate processes that can be measured: the cluster, Postgres, the api and the operator. */
export interface World {
  cluster: Cluster;
  db: Db;
  api: ApiProcess;
  rest: Rest;
  watched: Watched;
  /** Proxies before the api and the API server, for the operator only. */
  toApi: Awaited<ReturnType<typeof startFaultProxy>>;
  toCluster: Awaited<ReturnType<typeof startFaultProxy>>;
  startOperator(settings?: Record<string, string>): Operator;
  create(objects: readonly Manifest[], atOnce?: number): Promise<void>;
  namespace(...names: string[]): Promise<void>;
  /** CPU seconds so far of each part. */
  cpu(): Record<'apiserver' | 'etcd' | 'api' | 'postgres', number>;
  stop(): Promise<void>;
}

/** More than any company in the benchmark has. */
const mostTenants = 500;

const pluralOf = (kind: string) => `${kind.toLowerCase()}s`;
export const pathOf = ({ kind, metadata }: Pick<Manifest, 'kind' | 'metadata'>, name = '') =>
  `/apis/doorwright.dev/v1alpha1/namespaces/${metadata.namespace}/${pluralOf(kind)}${name && `/${name}`}`;

export interface WorldOptions {
  /** The folder for CPU profiles of the api and the operator. */
  profileDir?: string | undefined;
  /** The operator reaches both servers through proxies that can fail. */
  withFaults?: boolean;
  cluster?: ClusterOptions;
}

export async function startWorld({
  profileDir,
  withFaults = false,
  cluster: how = {},
}: WorldOptions = {}): Promise<World> {
  const dir = await mkdtemp(join(tmpdir(), 'doorwright-bench-'));
  await chmod(dir, 0o755);
  const [cluster, postgres] = await Promise.all([clusterWithDefinitions(how), startEmbedded(dir)]);
  const postmaster = Number((await readFile(join(dir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  const api = await startProcess(postgres.url, {
    DOORWRIGHT_ADMIN_PASSWORD: adminPassword,
    LOG_LEVEL: 'error',
    ...(profileDir && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileDir}` }),
  });
  const tokenFile = join(dir, 'token');
  await writeFile(tokenFile, localToken(createSecretBox([testKey])));
  const [toApi, toCluster] = await Promise.all([startFaultProxy(api.url), startFaultProxy(cluster.url)]);
  const proxied = join(dir, 'kubeconfig');
  await writeFile(proxied, (await readFile(cluster.kubeconfig, 'utf8')).replaceAll(cluster.url, toCluster.url));
  const { hostname, port } = new URL(cluster.url);
  const asPod = {
    KUBERNETES_SERVICE_HOST: hostname,
    KUBERNETES_SERVICE_PORT: port,
    DOORWRIGHT_POD_ROOT: dir,
  };
  const credentials = join(dir, 'var/run/secrets/kubernetes.io/serviceaccount');
  await mkdir(credentials, { recursive: true });
  const files = { token: cluster.adminToken, 'ca.crt': cluster.caCert, namespace: 'default' };
  for (const [name, text] of Object.entries(files)) await writeFile(join(credentials, name), text);
  // The build of the image does the same.
  const compiled = join(dir, 'compiled');
  spawnSync(process.execPath, ['operator/main.ts'], {
    env: { ...process.env, PORT: 'none', NODE_COMPILE_CACHE: compiled },
  });
  const rest = new Rest(kubeConfig(cluster));
  const watched = new Watched(rest);
  await watched.synced();
  const running: Operator[] = [];

  const world: World = {
    cluster,
    db: connect(postgres.url, { pool: 2 }),
    ...{ api, rest, watched, toApi, toCluster },
    startOperator(settings = {}) {
      const operator = startOperator(
        {
          ...(withFaults ? { KUBECONFIG: proxied } : asPod),
          DOORWRIGHT_API_URL: withFaults ? toApi.url.replace('https:', 'http:') : api.url,
          DOORWRIGHT_OPERATOR_TOKEN_FILE: tokenFile,
          DOORWRIGHT_PLATFORM_NAMESPACES: ['default', ...companyNamespaces(mostTenants)].join(','),
          NODE_COMPILE_CACHE: compiled,
          ...settings,
        },
        profileDir ? ['--cpu-prof', `--cpu-prof-dir=${profileDir}`] : [],
      );
      running.push(operator);
      return operator;
    },
    async namespace(...names) {
      for (const name of names)
        await rest.json({
          method: 'POST',
          path: '/api/v1/namespaces',
          body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
        });
    },
    async create(objects, atOnce = 8) {
      const left = objects.values();
      const worker = async () => {
        for (const body of left) await rest.json({ method: 'POST', path: pathOf(body), body });
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
    },
    cpu() {
      const { apiserver = 0, etcd = 0 } = cluster.pids();
      return {
        apiserver: cpuSeconds(apiserver),
        etcd: cpuSeconds(etcd),
        api: cpuSeconds(api.child.pid as number),
        postgres: cpuSeconds(postmaster),
      };
    },
    async stop() {
      watched.stop();
      for (const operator of running) await operator.stop('SIGKILL');
      toApi.stop();
      toCluster.stop();
      rest.close();
      await world.db.destroy();
      await api.kill('SIGTERM');
      await Promise.all([cluster.stop(), postgres.stop()]);
      await rm(dir, { recursive: true, force: true });
    },
  };
  return world;
}
