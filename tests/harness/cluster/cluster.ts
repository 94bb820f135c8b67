import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ControlPlane, ensureControlPlane } from '../control-plane/build.ts';
import { size } from '../database/size.ts';
import { type ApiServerConfig, configureApiServer, isReady } from './api-server.ts';
import { type Kubectl, kubectlFor } from './kubectl.ts';
import { freePort } from './ports.ts';
import { createWorkspace, type Daemon, type Workspace } from './workspace.ts';

/** What every cluster offers, also one that somebody else runs. */
export interface ClusterAccess {
  /** Path of a kubeconfig with every permission. */
  kubeconfig: string;
  kubectl: Kubectl;
}

/** A control plane of our own, without nodes: objects are stored, validated and authorized, but no pod ever runs. */
export interface Cluster extends ClusterAccess {
  url: string;
  /** PEM. */
  caCert: string;
  /** PEM, of `caCert`, which is good for 127.0.0.1: what else of a test needs TLS that the cluster trusts may use it. */
  privateKey: string;
  adminToken: string;
  pids(): Record<'etcd' | 'apiserver' | 'controllerManager', number | undefined>;
  /** Every request so far, when started with `auditLog`. */
  auditEvents(): AuditEvent[];
  /** SIGKILL by default: on SIGTERM the server first waits up to a minute for the watches that clients hold open. */
  stopApiServer(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** On the same port, with the same certificate, keys and data. */
  startApiServer(): Promise<void>;
  restartApiServer(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Kills everything and removes its files. Not calling it leaks nothing beyond this process. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** Default true. Without it namespaces stay in deletion and nothing is garbage collected, at 80 MB less. */
  controllerManager?: boolean;
  /** `bodies`: also what was asked and answered about our resources and events; of all else who did what. */
  auditLog?: boolean | 'bodies';
  apiServerArgs?: string[];
  /** Default `newest`. The oldest that the chart supports has no controller manager here. */
  kubernetes?: 'newest' | 'oldest';
}

export interface AuditEvent {
  verb: string;
  requestURI: string;
  user: { username: string };
  objectRef?: { resource?: string; subresource?: string; apiGroup?: string; namespace?: string; name?: string };
  responseStatus?: { code: number };
}

// The controllers that matter without nodes; each one left out is memory and start-up time saved.
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

/** For hooks that start a cluster: on a new machine the control plane is fetched or built first, and in full size a company is declared. */
export const clusterHookTimeout = size(10, 20) * 60_000;

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { kubernetes } = options;
  const controllerManager = options.controllerManager !== false && kubernetes !== 'oldest';
  const binaries = await ensureControlPlane({ kubernetes, controllerManager });
  const workspace = createWorkspace();
  try {
    return await boot(workspace, binaries, options);
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
  await becomeReady(server, [etcd, apiServer]);

  const caCert = readFileSync(server.certificateFile, 'utf8');
  const kubeconfig = writeKubeconfig(dir, server, caCert);
  const controllerManager =
    binaries.controllerManager === undefined
      ? undefined
      : startControllerManager(workspace, binaries.controllerManager, server, kubeconfig);

  const cluster: Cluster = {
    kubeconfig,
    // A home of its own, or kubectl reads the developer's preferences.
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
      await becomeReady(server, [etcd, apiServer]);
    },
    async restartApiServer(signal) {
      await cluster.stopApiServer(signal);
      await cluster.startApiServer();
    },
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
    // The data ends with the test; a killed process loses nothing by this, only a machine without power would.
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
    // It would listen on a fixed port, which a second cluster could not have.
    '--secure-port=0',
    `--service-account-private-key-file=${server.serviceAccountKeyFile}`,
    `--root-ca-file=${server.certificateFile}`,
  ]);
}

async function becomeReady(server: ApiServerConfig, daemons: Daemon[]): Promise<void> {
  const deadline = Date.now() + readyWithin;
  while (!(await isReady(server))) {
    const ended = daemons.find((daemon) => daemon.exit);
    if (ended) throw new Error(`${ended.exit} before the API server was ready:\n${ended.log()}`);
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

/** The last line may still be being written. */
const parseLines = (text: string): AuditEvent[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as AuditEvent);
