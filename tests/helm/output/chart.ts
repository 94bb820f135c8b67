import { execFile } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import { ensurePrograms } from '../../harness/control-plane/build.ts';

export interface Rendered {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    annotations?: Record<string, string>;
    labels?: Record<string, string>;
  };
  rules?: { apiGroups: string[]; resources: string[]; resourceNames?: string[]; verbs: string[] }[];
  subjects?: { name: string; namespace: string }[];
  data?: Record<string, string>;
  spec?: unknown;
}

export interface Said {
  code: number;
  stdout: string;
  stderr: string;
}

/** Values for the command line of Helm, with the required ones of a release. */
export type Values = object;

export const least = { origin: 'https://id.example.com', database: { existingSecret: { name: 'database' } } };

const settings = (values: Values) =>
  Object.entries(values).flatMap(([name, value]) => ['--set-json', `${name}=${JSON.stringify(value)}`]);

export async function helm(args: string[], values: Values = {}, environment = {}): Promise<Said> {
  const { helm: program } = await ensurePrograms('helm');
  const env = { ...process.env, ...environment };
  return new Promise((resolve) => {
    execFile(program, [...args, ...settings(values)], { env, maxBuffer: 20_000_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) || 1 : 0, stdout, stderr }),
    );
  });
}

/** The chart's error for invalid values. */
export const refusal = async (values: Values) => (await helm(['template', 'iam', 'helm'], values)).stderr;

export async function manifests(values: Values, ...args: string[]): Promise<string> {
  const all = ['template', 'iam', 'helm', '--namespace', 'identity', ...args];
  const { code, stdout, stderr } = await helm(all, { ...least, ...values });
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

export async function render(values: Values = {}, ...args: string[]): Promise<Rendered[]> {
  return parseAllDocuments(await manifests(values, ...args))
    .map((each) => each.toJS() as Rendered | null)
    .filter((each) => each !== null);
}

/** All optional parts. */
export const everything: Values = {
  watch: { namespaces: ['shop'], syncPeriodSeconds: 60 },
  image: { digest: `sha256:${'0'.repeat(64)}`, pullSecrets: ['registry'] },
  api: {
    autoscaling: { enabled: true },
    egressAllow: ['10.1.0.0/16'],
    tenantEgressAllow: { acme: ['10.3.0.0/16', '10.4.0.5/32'], '*': ['192.168.7.0/24'] },
    trustedProxies: ['10.2.0.0/16'],
    countryDatabase: '/etc/doorwright/countries/GeoLite2-Country.mmdb',
    otlpEndpoint: 'http://traces.observe.svc:4318',
    recordShipping: {
      otlpEndpoint: 'http://records.observe.svc:4318',
      syslog: 'logs.example.com:6514',
      syslogCaFile: '/etc/doorwright/logs/ca.crt',
    },
    priorityClassName: 'system-cluster-critical',
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    podAnnotations: { team: 'identity' },
    tls: { existingSecret: 'certificate' },
    extraVolumes: [{ name: 'database-ca', secret: { secretName: 'database-ca' } }],
    publishDeclared: true,
    extraVolumeMounts: [{ name: 'database-ca', mountPath: '/etc/doorwright/database', readOnly: true }],
  },
  operator: {
    paused: ['Syncer', 'Provider'],
    platformNamespaces: ['platform'],
    organizationNamespaces: ['partner'],
    dryRun: true,
    caConfigMap: 'authorities',
    apiUrl: 'https://id.example.com',
    priorityClassName: 'system-cluster-critical',
  },
  kubernetes: { cidrs: ['10.96.0.1/32'] },
  networkPolicy: { apiFrom: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress' } } }] },
  ingress: { enabled: true, className: 'nginx', tlsSecret: 'certificate' },
  httpRoute: { enabled: true, parentRefs: [{ name: 'public', namespace: 'gateways' }] },
  monitoring: {
    serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
    podMonitor: { enabled: true },
    rules: { enabled: true },
    dashboard: { enabled: true },
  },
  rbac: { aggregate: 'edit' },
  uninstall: { policy: 'Pause' },
  extraObjects: [
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: '{{ .Release.Name }}-extra', namespace: '{{ .Release.Namespace }}' },
    },
  ],
};

export const withCloudNativePg: Values = { database: { cloudNativePg: { enabled: true, storageClass: 'fast' } } };

export const withOwnSecrets: Values = {
  secretKey: { existingSecret: { name: 'key', key: 'current' } },
  administrator: { existingSecret: { name: 'administrator', key: 'password' } },
};

/** Together, these values render every object of the chart. */
export const combinations: [title: string, values: Values][] = [
  ['with the least values', {}],
  ['with everything switched on', everything],
  ['with a database of CloudNativePG', withCloudNativePg],
  ['with Secrets of one’s own', withOwnSecrets],
];
