import { join } from 'node:path';
import { kinds } from '@doorwright/crds';
import { isDeclared } from '@doorwright/crds/derive/spec.ts';
import { z } from 'zod';

/** An invalid setting, as one sentence that names it. */
export class ConfigError extends Error {}

const names = z.string().transform((text) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean),
);

const wholeNumber = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
};

/** HTTP exposes the token and every client secret, so it is accepted only on this machine and within the cluster. */
const mayBePlain = (hostname: string) => /^(localhost|127\.[\d.]+|\[::1\])$|\.svc(\.cluster\.local)?$/.test(hostname);

const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

const namespaces = names.refine((list) => list.every((each) => label.test(each)), {
  error: 'must be names of namespaces, separated by commas',
});

const declarable = kinds.filter(isDeclared).map(({ kind }) => kind);

const settings = {
  DOORWRIGHT_API_URL: z
    .url({ protocol: /^https?$/, error: 'must be the address of the api, such as https://id.example.com' })
    .refine((url) => url.startsWith('https:') || mayBePlain(URL.parse(url)?.hostname ?? ''), {
      error: 'must be https, except for this machine and Services of the cluster (*.svc)',
    })
    .transform((url) => url.replace(/\/$/, ''))
    .default('http://127.0.0.1:8000'),
  DOORWRIGHT_WATCH_NAMESPACES: namespaces.default([]),
  DOORWRIGHT_PLATFORM_NAMESPACES: namespaces.optional(),
  DOORWRIGHT_ORGANIZATION_NAMESPACES: namespaces.default([]),
  DOORWRIGHT_PAUSED_KINDS: names
    .refine((list) => list.every((each) => declarable.includes(each)), {
      error: `must list kinds, separated by commas: ${declarable.join(', ')}`,
    })
    .default([]),
  DOORWRIGHT_OPERATOR_TOKEN_FILE: z.string().optional(),
  DOORWRIGHT_MANIFESTS: z.string().optional(),
  DOORWRIGHT_DATA_DIR: z.string().default('.doorwright'),
  DOORWRIGHT_SYNC_SECONDS: wholeNumber(10, 86_400).default(300),
  DOORWRIGHT_DELETION_SECONDS: wholeNumber(1, 86_400).default(300),
  LOG_FORMAT: z.enum(['json', 'text'], { error: 'must be json or text' }).default('json'),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(8081),
};

export interface Config {
  apiUrl: string;
  /** Watched namespaces; empty means all. */
  watchNamespaces: readonly string[];
  /** Platform namespaces. Without the setting: the operator's own namespace on a cluster, all namespaces of a folder. */
  platformNamespaces: readonly string[] | undefined;
  organizationNamespaces: readonly string[];
  /** Read at each use, because the kubelet replaces it before it expires. */
  tokenFile: string;
  manifests: string | undefined;
  /** The folder of generated Secrets, when a folder is reconciled. */
  secretsDir: string;
  syncPeriodSeconds: number;
  /** The time after which a tombstone replaces a deleting resource, so that no namespace waits for the API for ever. */
  deletionTimeoutSeconds: number;
  /** Logs changes instead of making them. */
  dryRun: boolean;
  /** Kinds whose objects are not changed. */
  pausedKinds: readonly string[];
  /** With a folder: log lines, or text for a terminal. */
  logFormat: 'json' | 'text';
  /** The address of health and metrics. */
  health: { host: string; port: number };
}

const dryRunFlag = '--dry-run';
const podToken = '/var/run/secrets/doorwright/token';

function read<S extends z.ZodType>(name: string, schema: S, text: string | undefined): z.output<S> {
  const result = schema.safeParse(text === '' ? undefined : text);
  if (result.success) return result.data;
  throw new ConfigError(`${name} «${text}» cannot be used: it ${result.error.issues[0]?.message}.`);
}

/** Reads the environment and the arguments once. */
export function readConfig(environment: Record<string, string | undefined>, args: readonly string[] = []): Config {
  const unknown = args.find((arg) => arg !== dryRunFlag);
  if (unknown) throw new ConfigError(`The argument «${unknown}» is unknown. The only argument is ${dryRunFlag}.`);
  // An impostor would receive every client secret, so a CA has to be named instead.
  if (environment.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    throw new ConfigError(
      'NODE_TLS_REJECT_UNAUTHORIZED «0» cannot be used: name your CA in NODE_EXTRA_CA_CERTS instead.',
    );
  const value = <N extends keyof typeof settings>(name: N) =>
    read(name, settings[name], environment[name]) as z.output<(typeof settings)[N]>;
  const dataDir = value('DOORWRIGHT_DATA_DIR');
  const isPod = environment.KUBERNETES_SERVICE_HOST !== undefined;
  return {
    apiUrl: value('DOORWRIGHT_API_URL'),
    watchNamespaces: value('DOORWRIGHT_WATCH_NAMESPACES'),
    platformNamespaces: value('DOORWRIGHT_PLATFORM_NAMESPACES'),
    organizationNamespaces: value('DOORWRIGHT_ORGANIZATION_NAMESPACES'),
    tokenFile: value('DOORWRIGHT_OPERATOR_TOKEN_FILE') ?? (isPod ? podToken : join(dataDir, 'operator-token')),
    manifests: value('DOORWRIGHT_MANIFESTS'),
    secretsDir: join(dataDir, 'secrets'),
    syncPeriodSeconds: value('DOORWRIGHT_SYNC_SECONDS'),
    deletionTimeoutSeconds: value('DOORWRIGHT_DELETION_SECONDS'),
    dryRun: args.includes(dryRunFlag),
    pausedKinds: value('DOORWRIGHT_PAUSED_KINDS'),
    logFormat: value('LOG_FORMAT'),
    health: { host: value('HOST'), port: value('PORT') },
  };
}
