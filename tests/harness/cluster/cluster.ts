import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ControlPlane, ensureControlPlane } from '../control-plane/build.ts';
import { size } from '../database/size.ts';
import { type ApiServerConfig, configureApiServer, isReady } from './api-server.ts';
import { type Kubectl, kubectlFor } from './kubectl.ts';
import { freePort } from './ports.ts';
import { createWorkspace, type Daemon, type Workspace } from './workspace.ts';

/** The properties of every cluster, including an external one. */
export interface ClusterAccess {
  /** Path of a kubeconfig with every permission. */
  kubeconfig: string;
  kubectl: Kubectl;
}

/** Our own control plane without nodes. It stores, validates and authorizes objects, and no pod runs. */
export interface Cluster extends ClusterAccess {
  url: string;
  /** PEM. */
  caCert: string;
  /** The PEM key of `caCert`, which is valid for 127.0.0.1. Other servers of a test may use it, because the cluster trusts it. */
  privateKey: string;
  adminToken: string;
  pids(): Record<'etcd' | 'apiserver' | 'controllerManager', number | undefined>;
  /** All requests so far, if started with `auditLog`. */
  auditEvents(): AuditEvent[];
  /** SIGKILL by default. With SIGTERM the server waits up to a minute for open watches. */
  stopApiServer(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Restarts on the same port, with the same certificate, keys and data. */
  startApiServer(): Promise<void>;
  restartApiServer(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  startControllerManager(): Promise<void>;
  stopControllerManager(): Promise<void>;
  /** Waits until the API server answers. Throws with the end of the log if one of its processes has ended. */
  becomeReady(): Promise<void>;
  /** Its storage, which answers without TLS and without a password. */
  etcdUrl: string;
  /** Kills all processes and removes the files. Without this call, they end with this process. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** Default true. Without it, deleted namespaces never end and nothing is garbage collected, but it saves 80 MB. */
  controllerManager?: boolean;
  /** With `bodies`, the log also has the requests and answers about our resources and events. */
  auditLog?: boolean | 'bodies';
  apiServerArgs?: string[];
  /** Default `newest`. The oldest supported Kubernetes has no controller manager here. */
  kubernetes?: 'newest' | 'oldest';
}

export interface AuditEvent {
  verb: string;
  requestURI: string;
  user: { username: string };
  objectRef?: { resource?: string; subresource?: string; apiGroup?: string; namespace?: string; name?: string };
  responseStatus?: { code: number };
}

// The controllers that work without nodes. Fewer controllers save memory and time at the start.
const controllers = [
  'namespace-controller',
  'garbage-collector-controller',
  'serviceaccount-controller',
  'serviceaccount-token-controller',
  'clusterrole-aggregation-controller',
  'resourcequota-controller',
  'root-ca-certificate-publisher-controller',
];

const readyWithin = 60_000;

/** The timeout of hooks that start a cluster. A new machine first fetches or builds the control plane. */
export const clusterHookTimeout = size(10, 20) * 60_000;

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { kubernetes } = options;
  const controllerManager = options.controllerManager !== false && kubernetes !== 'oldest';
  const binaries = await ensureControlPlane({ kubernetes, controllerManager });
  const workspace = createWorkspace();
  try {
    const cluster = await boot(workspace, binaries, options);
    if (controllerManager) await cluster.startControllerManager();
    return cluster;
  } catch (error) {
    await workspace.destroy();
    throw error;
  }
}

async function boot(workspace: Workspace, binaries: ControlPlane, options: ClusterOptions): Promise<Cluster> {
  const { dir } = workspace;
  const etcdUrl = `http://127.0.0.1:${await freePort()}`;
  const etcd = startEtcd(workspace, binaries.etcd, etcdUrl, `http://127.0.0.1:${await freePort()}`);
  const server = configureApiServer({
    dir,
    port: await freePort(),
    etcdUrl,
    auditLog: options.auditLog ?? false,
    extraArgs: options.apiServerArgs ?? [],
  });
  let apiServer = workspace.start('kube-apiserver', binaries.apiserver, server.args);
  const beReady = () => becomeReady(server, [etcd, apiServer]);
  await beReady();

  const caCert = readFileSync(server.certificateFile, 'utf8');
  const kubeconfig = writeKubeconfig(dir, server, caCert);
  let controllerManager: Daemon | undefined;

  const cluster: Cluster = {
    kubeconfig,
    // Its own home folder, because kubectl would read the developer's preferences.
    kubectl: kubectlFor(binaries.kubectl, { KUBECONFIG: kubeconfig, HOME: dir }),
    url: server.url,
    caCert,
    privateKey: readFileSync(server.certificateFile.replace(/\.crt$/, '.key'), 'utf8'),
    adminToken: server.adminToken,
    pids: () => ({ etcd: etcd.pid, apiserver: apiServer.pid, controllerManager: controllerManager?.pid }),
    auditEvents: () => parseLines(readFileSync(server.auditLogFile, 'utf8')),
    stopApiServer: (signal = 'SIGKILL') => apiServer.signal(signal),
    async startApiServer() {
      apiServer = workspace.start('kube-apiserver', binaries.apiserver, server.args);
      await beReady();
    },
    async restartApiServer(signal) {
      await cluster.stopApiServer(signal);
      await cluster.startApiServer();
    },
    async startControllerManager() {
      const { controllerManager: binary = '' } = await ensureControlPlane({ controllerManager: true });
      controllerManager = startControllerManager(workspace, binary, server, kubeconfig);
    },
    async stopControllerManager() {
      await controllerManager?.signal('SIGKILL');
      controllerManager = undefined;
    },
    becomeReady: beReady,
    etcdUrl,
    stop: () => workspace.destroy(),
  };
  return cluster;
}

function startEtcd(workspace: Workspace, binary: string, clientUrl: string, peerUrl: string): Daemon {
  return workspace.start('etcd', binary, [
    `--data-dir=${join(workspace.dir, 'etcd')}`,
    `--listen-client-urls=${clientUrl}`,
    `--advertise-client-urls=${clientUrl}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
    // The data ends with the test. Without fsync only a power failure loses data, and a killed process does not.
    '--unsafe-no-fsync',
    '--log-level=warn',
  ]);
}

function startControllerManager(
  workspace: Workspace,
  binary: string,
  server: ApiServerConfig,
  kubeconfig: string,
): Daemon {
  return workspace.start('kube-controller-manager', binary, [
    `--kubeconfig=${kubeconfig}`,
    `--controllers=${controllers.join(',')}`,
    '--leader-elect=false',
    // It would listen on a fixed port, which only one cluster can have.
    '--secure-port=0',
    `--service-account-private-key-file=${server.serviceAccountKeyFile}`,
    `--root-ca-file=${server.certificateFile}`,
  ]);
}

async function becomeReady(server: ApiServerConfig, daemons: Daemon[]): Promise<void> {
  const deadline = Date.now() + readyWithin;
  for (;;) {
    const ended = daemons.find((daemon) => daemon.exit);
    if (ended) throw new Error(`${ended.exit} before the API server was ready:\n${ended.log()}`);
    if (await isReady(server)) return;
    if (Date.now() > deadline) {
      throw new Error(`The API server was not ready within ${readyWithin / 1000} s:\n${daemons.at(-1)?.log()}`);
    }
    await delay(50);
  }
}

function writeKubeconfig(dir: string, { url, adminToken }: ApiServerConfig, caCert: string): string {
  const path = join(dir, 'kubeconfig');
  const name = 'doorwright-test';
  const authority = Buffer.from(caCert).toString('base64');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: url, 'certificate-authority-data': authority } }],
    users: [{ name, user: { token: adminToken } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  };
  writeFileSync(path, JSON.stringify(config, undefined, 2), { mode: 0o600 });
  return path;
}

/** The last line may be incomplete. */
const parseLines = (text: string): AuditEvent[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as AuditEvent);
