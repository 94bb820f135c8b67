import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { localToken } from '@doorwright/api/features/declared/local-token.ts';
import type { Condition } from '@doorwright/operator/runtime/conditions.ts';
import type { KubernetesObject, Secret } from '@doorwright/operator/runtime/kubernetes-object.ts';
import { type Resource, secrets } from '@doorwright/operator/runtime/resource.ts';
import { clusterWithDefinitions, keptCluster } from '../../crds/cluster.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import type { Cluster, ClusterOptions } from '../../harness/cluster/cluster.ts';
import { testKey } from '../../harness/database/template.ts';
import { applyAll } from './apply.ts';
import { type ClusterReader, createClusterReader, declaredResource } from './cluster-reader.ts';
import { aRest, eventually, kubeConfig } from './cluster-world.ts';
import { objectPath } from './resources.ts';

export interface Declared extends KubernetesObject {
  spec: Record<string, unknown>;
  status?: { conditions?: Condition[]; externalId?: string; drift?: { path: string }[] } & Record<string, unknown>;
}

export interface OperatorProcess {
  pid: number;
  /** Its output. */
  log: string[];
  metrics(): Promise<string>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** `npm run operator` as a process. */
export async function startOperator(
  settings: Record<string, string>,
  args: readonly string[] = [],
): Promise<OperatorProcess> {
  const env = { ...process.env, PORT: '0', ...settings };
  const child = spawn(process.execPath, ['operator/main.ts', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const log: string[] = [];
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', (line) => log.push(line));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await eventually(() => {
    if (child.exitCode !== null) throw new Error(`The operator ended: ${log.join('\n')}`);
    return log.some((line) => line.includes('"Started"'));
  });
  const { port } = JSON.parse(log.find((line) => line.includes('"Started"')) ?? '{}') as { port?: number };
  return {
    pid: child.pid as number,
    log,
    metrics: async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const late = delay(60_000, undefined, { ref: false }).then(() => {
        child.kill('SIGKILL');
        throw new Error(`The operator did not end by ${signal}: ${log.slice(-20).join('\n')}`);
      });
      return Promise.race([exited, late]);
    },
  };
}

export interface World {
  cluster: Cluster;
  app: TestApp;
  admin: Client;
  settings: Record<string, string>;
  operator: OperatorProcess;
  apply(...objects: object[]): Promise<void>;
  /** Creates namespaces. */
  namespace(...names: string[]): Promise<void>;
  /** Begins the deletion of resources or Secrets, as `kubectl delete --wait=false` does. */
  beginRemoval(kind: string, ...names: string[]): Promise<void>;
  /** Deletes them, and waits until they are gone. */
  remove(kind: string, ...names: string[]): Promise<void>;
  /** Sets an annotation `doorwright.dev/…` of a resource or Secret. */
  annotate(kind: string, name: string, annotation: string, value: string): Promise<void>;
  kubectl(args: string[], stdin?: string): Promise<string>;
  reader: ClusterReader;
  get(kind: string, name: string): Promise<Declared>;
  secret(name: string): Promise<Record<string, string> | undefined>;
  /** An object of the API, as administrators read it; undefined if it does not exist. */
  inApi(kind: string, name: string): Promise<Record<string, unknown> | undefined>;
  condition(kind: string, name: string, type: string): Promise<Condition | undefined>;
  ready(kind: string, name: string): Promise<void>;
  /** Waits until Ready has this reason. */
  reason(kind: string, name: string, reason: string): Promise<Condition>;
  gone(kind: string, name: string): Promise<number>;
  /** Replaces the operator of this world. */
  restart(settings?: Record<string, string>, args?: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

/** Settings for an api that verifies ServiceAccount tokens of the cluster. `dir` contains the files of its pod. */
export async function trusting(cluster: Cluster, dir: string): Promise<Record<string, string>> {
  await cluster.kubectl(['create', 'serviceaccount', 'api']);
  const { stdout } = await cluster.kubectl(['create', 'token', 'api']);
  writeFileSync(join(dir, 'token'), stdout);
  writeFileSync(join(dir, 'ca.crt'), Buffer.from(kubeConfig(cluster).getCurrentCluster()?.caData ?? '', 'base64'));
  return {
    DOORWRIGHT_CLUSTER_ISSUER: cluster.url,
    DOORWRIGHT_CLUSTER_JWKS: `${cluster.url}/openid/v1/jwks`,
    DOORWRIGHT_CLUSTER_CREDENTIALS: dir,
  };
}

/** The operator's setting for a world with platform namespaces only: `default`, and these. */
export const ofPlatform = (...namespaces: readonly string[]) => ({
  DOORWRIGHT_PLATFORM_NAMESPACES: ['default', ...namespaces].join(','),
});

const resourceNamed = (kind: string): Resource => (kind === 'secret' ? secrets : declaredResource(kind));
const pathOf = (kind: string, name: string) => objectPath(resourceNamed(kind), { namespace: 'default', name });

/** A real API server with our definitions, our api on a real Postgres, and the operator. */
export async function startWorld(
  settings: Record<string, string> = {},
  options: ClusterOptions = {},
  api: Parameters<typeof startApp>[0] = {},
): Promise<World> {
  const dir = mkdtempSync(join(tmpdir(), 'doorwright-operator-'));
  const { auditLog, apiServerArgs } = options;
  const cluster = await (auditLog || apiServerArgs ? clusterWithDefinitions : keptCluster)(options);
  const app = await startApp({ ...api, settings: { ...api.settings, ...(await trusting(cluster, dir)) } });
  const tokenFile = join(dir, 'operator-token');
  writeFileSync(tokenFile, localToken(createSecretBox([testKey])));
  const environment = {
    KUBECONFIG: cluster.kubeconfig,
    DOORWRIGHT_API_URL: app.url,
    DOORWRIGHT_OPERATOR_TOKEN_FILE: tokenFile,
    ...settings,
  };
  const admin = await app.admin();
  const kubectl = async (args: string[], stdin?: string) => {
    const { code, stdout, stderr } = await cluster.kubectl(args, stdin);
    if (code !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  const rest = aRest(cluster);
  const reader = createClusterReader(cluster);
  const get = async (kind: string, name: string) => {
    const found = await reader.find<Declared>(declaredResource(kind), name);
    if (!found) throw new Error(`There is no ${kind} ${name}`);
    return found;
  };
  const condition = async (kind: string, name: string, type: string) =>
    (await get(kind, name)).status?.conditions?.find((each) => each.type === type);
  const world: World = {
    cluster,
    app,
    admin,
    settings: environment,
    operator: await startOperator(environment),
    kubectl,
    reader,
    get,
    condition,
    apply: (...objects) => applyAll(rest, objects),
    namespace: (...names) =>
      applyAll(
        rest,
        names.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
      ),
    async beginRemoval(kind, ...names) {
      for (const name of names) await rest.json({ method: 'DELETE', path: pathOf(kind, name) });
    },
    async remove(kind, ...names) {
      const uidOf = async (name: string) => (await reader.find(resourceNamed(kind), name))?.metadata.uid;
      const uids = await Promise.all(names.map(uidOf));
      await world.beginRemoval(kind, ...names);
      // The operator may have made a Secret of the name again.
      for (const [index, name] of names.entries()) await eventually(async () => (await uidOf(name)) !== uids[index]);
    },
    async annotate(kind, name, annotation, value) {
      const body = { metadata: { annotations: { [`doorwright.dev/${annotation}`]: value } } };
      const contentType = 'application/merge-patch+json';
      await rest.json({ method: 'PATCH', path: pathOf(kind, name), contentType, body });
    },
    async secret(name) {
      const secret = await reader.find<Secret>(secrets, name);
      if (!secret) return undefined;
      const { data = {} } = secret;
      return Object.fromEntries(
        Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
      );
    },
    async inApi(kind, name) {
      const { body } = await admin.get(`get-${kind}`, { id: `admin/${name}` });
      return (body.data as Record<string, unknown> | null) ?? undefined;
    },
    async ready(kind, name) {
      await eventually(async () => isReady(await get(kind, name)));
    },
    async reason(kind, name, reason) {
      let seen: Condition | undefined;
      await eventually(async () => {
        const { metadata, status } = await get(kind, name);
        seen = status?.conditions?.find(({ type }) => type === 'Ready');
        return seen?.reason === reason && seen.observedGeneration === metadata.generation;
      }).catch((error) => {
        throw new Error(`${error.message}: ${JSON.stringify(seen)}`);
      });
      return seen as Condition;
    },
    gone: (kind, name) => eventually(async () => (await reader.find(resourceNamed(kind), name)) === undefined),
    async restart(own = {}, args = []) {
      await world.operator.stop();
      world.operator = await startOperator({ ...environment, ...own }, args);
    },
    async stop() {
      await world.operator.stop('SIGKILL');
      reader.close();
      rest.close();
      await Promise.all([cluster.stop(), app.stop()]);
      rmSync(dir, { recursive: true });
    },
  };
  return world;
}

/** Ready at the present generation. */
export const isReady = ({ metadata, status }: Declared) =>
  status?.conditions?.some(
    ({ type, status: holds, observedGeneration = 0 }) =>
      type === 'Ready' && holds === 'True' && observedGeneration >= (metadata.generation ?? 0),
  ) ?? false;

/** A custom resource, in the namespace `default`. */
export const a = (kind: string, name: string, spec: object = {}, metadata: object = {}) => ({
  apiVersion: 'doorwright.dev/v1alpha1',
  kind,
  metadata: { name, namespace: 'default', ...metadata },
  spec,
});
