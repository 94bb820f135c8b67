import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { type CountryDatabase, openCountryDatabase } from './country-database.ts';
import { readTenantNetworks, type TenantNetworks } from './egress/tenant-networks.ts';
import { isWeakKey } from './weak-key.ts';

/** An invalid setting. The message is one sentence that names it. */
export class ConfigError extends Error {}

interface Setting {
  /** The default as the README shows it. */
  default: string;
  about: string;
  schema: z.ZodType;
}

const wholeNumber = (least: number, most: number) => {
  const fits = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return z
    .string()
    .refine(fits, { error: `must be a whole number from ${least} to ${most}` })
    .transform(Number);
};
const isLoopback = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\./.test(host);

const origin = z
  .string()
  .refine((text) => URL.parse(text)?.origin === text, {
    error: 'must have a scheme, a host and a port only, such as https://id.example.com',
    abort: true,
  })
  .refine((text) => text.startsWith('https:') || isLoopback(new URL(text).hostname), {
    error: 'must be https, except for localhost',
  });

const names = z.string().transform((text) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean),
);

const domain = z.string().refine((text) => URL.parse(`https://${text}`)?.hostname === text && !ipaddr.isValid(text), {
  error: 'must be a domain such as example.com',
});

const origins = names.pipe(z.array(origin));

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const oneOf = <const Choice extends string>(...choices: [Choice, ...Choice[]]) =>
  z.enum(choices, { error: `must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}` });

const networks = names.refine((list) => list.every((each) => ipaddr.isValidCIDR(each)), {
  error: 'must list networks such as 10.0.0.0/8, separated by commas',
});

const tenantNetworks = z.string().transform((text, context): TenantNetworks => {
  const read = readTenantNetworks(text);
  if (typeof read !== 'string') return read;
  context.addIssue({ code: 'custom', message: read });
  return z.NEVER;
});

const countryDatabase = z.string().transform((path, context): CountryDatabase => {
  try {
    return openCountryDatabase(path);
  } catch (error) {
    const reason = (error as Error).message.replace(/\.$/, '');
    context.addIssue({
      code: 'custom',
      message: `must be a file of countries in the MaxMind DB format, such as GeoLite2-Country.mmdb (${reason})`,
    });
    return z.NEVER;
  }
});

const keys = z
  .string()
  .transform((text) => text.split(',').map((each) => Buffer.from(each.trim(), 'base64')))
  .refine((list) => !list.some(isWeakKey), {
    error: 'must list random keys of 32 bytes in base64, separated by commas; openssl rand -base64 32 makes one',
  });

/** All settings. The README's table comes from here. */
export const settings = {
  PORT: { default: '8000', about: 'where the api listens', schema: wholeNumber(0, 65_535).default(8000) },
  HOST: {
    default: '127.0.0.1 (0.0.0.0 in the image)',
    about: 'the address it listens on',
    schema: z.string().min(1).default('127.0.0.1'),
  },
  DOORWRIGHT_METRICS_PORT: {
    default: 'none',
    about: 'a separate port for the metrics, which then leave PORT: 0 for any free one',
    schema: wholeNumber(0, 65_535).optional(),
  },
  DOORWRIGHT_DECLARED_PORT: {
    default: 'none',
    about: 'a separate port for the API of the operator (/declared/v1), which then leaves PORT',
    schema: wholeNumber(1, 65_535).optional(),
  },
  DOORWRIGHT_TLS_CERT_FILE: {
    default: 'none',
    about: 'certificate for HTTPS (PEM, with its chain), read again after a renewal; none: HTTP',
    schema: z.string().optional(),
  },
  DOORWRIGHT_TLS_KEY_FILE: {
    default: 'none',
    about: 'its private key (PEM)',
    schema: z.string().optional(),
  },
  DATABASE_URL: {
    default: 'embedded',
    about: 'the Postgres to use',
    schema: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  },
  DOORWRIGHT_PREPARED_STATEMENTS: {
    default: 'on',
    about: 'off behind a pooler that shares connections between transactions and does not know prepared statements',
    schema: oneOf('on', 'off').default('on'),
  },
  DOORWRIGHT_DATA_DIR: {
    default: '.doorwright',
    about: 'embedded database, generated keys, uploads',
    schema: z.string().min(1).default('.doorwright'),
  },
  DOORWRIGHT_ORIGIN: { default: 'http://localhost:PORT', about: 'public origin and issuer', schema: origin.optional() },
  DOORWRIGHT_PASSKEY_DOMAIN: {
    default: 'the host of the origin',
    about:
      'the domain that passkeys belong to: that host or a parent, such as example.com. After a change, no older passkey works',
    schema: domain.optional(),
  },
  DOORWRIGHT_PASSKEY_ORIGINS: {
    default: 'none',
    about: 'other origins that may use passkeys of that domain, separated by commas',
    schema: origins.default([]),
  },
  DOORWRIGHT_ADMIN_PASSWORD: {
    default: 'generated, printed once',
    about: "the first administrator's password: at least 8 characters, and no common one",
    schema: z
      .string()
      .min(6, { error: 'must have at least 6 characters' })
      .max(200, { error: 'must have at most 200 characters' })
      .optional(),
  },
  DOORWRIGHT_SECRET_KEY: {
    default: 'generated into the data folder',
    about: 'encryption keys, the first is current',
    schema: keys.optional(),
  },
  DOORWRIGHT_EGRESS_ALLOW: {
    default: 'none',
    about:
      "private networks that the platform's own requests may reach (mail, providers for all), CIDRs separated by commas",
    schema: networks.default([]),
  },
  DOORWRIGHT_TENANT_EGRESS_ALLOW: {
    default: 'none',
    about:
      'private networks that addresses of organizations may reach, such as acme=10.1.0.0/16,10.2.0.5/32;beta=192.168.7.0/24; * is every organization',
    schema: tenantNetworks.default(new Map()),
  },
  DOORWRIGHT_BREACHED_PASSWORDS: {
    default: 'https://api.pwnedpasswords.com/range',
    about:
      'where organizations that refuse breached passwords look up five digits of a SHA-1 (the range protocol of Have I Been Pwned); off: nowhere',
    schema: z
      .union([z.literal('off'), webAddress], { error: 'must be an http or https address, or off' })
      .default('https://api.pwnedpasswords.com/range'),
  },
  DOORWRIGHT_COUNTRY_DATABASE: {
    default: 'none',
    about:
      'a file in the MaxMind DB format, such as GeoLite2-Country.mmdb, that knows the countries of addresses: a sign-in from a new country then tells the user by mail, and lists of sessions show the country. It is read at the start',
    schema: countryDatabase.optional(),
  },
  DOORWRIGHT_TRUSTED_PROXIES: {
    default: 'none',
    about: 'networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted',
    schema: networks.default([]),
  },
  DOORWRIGHT_CREDENTIALS_IN_QUERY: {
    default: 'off',
    about: 'on for Casdoor libraries (Python, Java) that send their client secret in the address',
    schema: oneOf('on', 'off').default('off'),
  },
  DOORWRIGHT_RECORD_MONTHS: {
    default: '24',
    about: 'months that access records are kept, 0 for ever',
    schema: wholeNumber(0, 1200).default(24),
  },
  DOORWRIGHT_OPERATOR_SUBJECTS: {
    default: 'none',
    about: 'ServiceAccounts that may declare objects, such as system:serviceaccount:doorwright:doorwright-operator',
    schema: names.default([]),
  },
  DOORWRIGHT_CLUSTER_ISSUER: {
    default: 'https://kubernetes.default.svc.cluster.local',
    about: "issuer of the cluster's ServiceAccount tokens",
    schema: z.string().min(1).default('https://kubernetes.default.svc.cluster.local'),
  },
  DOORWRIGHT_CLUSTER_JWKS: {
    default: 'https://kubernetes.default.svc/openid/v1/jwks',
    about: 'where the keys of these tokens are',
    schema: webAddress.default('https://kubernetes.default.svc/openid/v1/jwks'),
  },
  DOORWRIGHT_CLUSTER_TOKEN_REVIEW: {
    default: 'none',
    about: 'address where the cluster confirms that such a token is still valid; none: its keys are enough',
    schema: webAddress.optional(),
  },
  DOORWRIGHT_CLUSTER_CREDENTIALS: {
    default: '/var/run/secrets/kubernetes.io/serviceaccount',
    about: 'folder with the token and ca.crt for calls to the API server',
    schema: z.string().min(1).default('/var/run/secrets/kubernetes.io/serviceaccount'),
  },
  DOORWRIGHT_MANIFESTS: {
    default: 'crds/examples with `npm start`',
    about: 'folder of custom resources that are reconciled without a cluster; empty for none',
    schema: z.string().optional(),
  },
  WEB_CONCURRENCY: {
    default: '1',
    about: 'worker processes of one api',
    schema: wholeNumber(1, 64).default(1),
  },
  LOG_LEVEL: {
    default: 'info',
    about: 'least serious log lines to write',
    schema: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: 'none',
    about: 'where OpenTelemetry traces are sent',
    schema: webAddress.optional(),
  },
} as const satisfies Record<string, Setting>;

/** Settings of our other programs, which the environment may hold too. */
const foreign = [
  'DOORWRIGHT_API_URL',
  'DOORWRIGHT_WATCH_NAMESPACES',
  'DOORWRIGHT_OPERATOR_TOKEN_FILE',
  'DOORWRIGHT_SYNC_SECONDS',
  'DOORWRIGHT_PAUSED_KINDS',
  'DOORWRIGHT_DELETION_SECONDS',
];

type Settings = { [Name in keyof typeof settings]: z.output<(typeof settings)[Name]['schema']> };
export type Config = Readonly<Omit<Settings, 'DOORWRIGHT_ORIGIN'> & { DOORWRIGHT_ORIGIN: string }>;

const known = (name: string) => name in settings || foreign.includes(name) || name.startsWith('DOORWRIGHT_TEST_');

/**
 * Tells whether two names differ by one letter, or by two neighbours swapped. Between the equal beginning and end,
 * at most two letters differ.
 */
function isTypo(written: string, name: string): boolean {
  let start = 0;
  while (start < name.length && written[start] === name[start]) start++;
  const longest = Math.min(written.length, name.length) - start;
  let end = 0;
  while (end < longest && written.at(-1 - end) === name.at(-1 - end)) end++;
  return Math.max(written.length, name.length) - start - end <= 2;
}

function refuseUnknown(env: NodeJS.ProcessEnv): void {
  const unknown = Object.keys(env).find((name) => name.startsWith('DOORWRIGHT_') && !known(name));
  if (!unknown) return;
  const similar = [...Object.keys(settings), ...foreign].find((name) => isTypo(unknown, name));
  throw new ConfigError(
    `${unknown} is not a setting. ${similar ? `Did you mean ${similar}?` : 'The README lists all settings.'}`,
  );
}

function read(name: string, { schema }: Setting, text: string | undefined): unknown {
  const result = schema.safeParse(text === '' ? undefined : text);
  if (result.success) return result.data;
  const shown = /PASSWORD|SECRET|DATABASE_URL/.test(name) ? '' : ` «${text}»`;
  throw new ConfigError(`${name}${shown} cannot be used: it ${result.error.issues[0]?.message}.`);
}

function refuseHalfOfTls({ DOORWRIGHT_TLS_CERT_FILE: cert, DOORWRIGHT_TLS_KEY_FILE: key }: Settings): void {
  if (!cert === !key) return;
  const [given, missing] = cert ? ['CERT', 'KEY'] : ['KEY', 'CERT'];
  throw new ConfigError(`DOORWRIGHT_TLS_${given}_FILE is set, so DOORWRIGHT_TLS_${missing}_FILE must be set too.`);
}

/** Browsers use a passkey only on its domain and below it. */
function refuseForeignDomain({ DOORWRIGHT_PASSKEY_DOMAIN: domain }: Settings, origin: string): void {
  const { hostname } = new URL(origin);
  if (!domain || hostname === domain || hostname.endsWith(`.${domain}`)) return;
  throw new ConfigError(
    `DOORWRIGHT_PASSKEY_DOMAIN «${domain}» cannot be used: it must be the host of the origin ${origin}, or a parent.`,
  );
}

/** Reads the environment once. All other code gets the result. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  refuseUnknown(env);
  const values = Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [name, read(name, setting, env[name])]),
  ) as Settings;
  refuseHalfOfTls(values);
  const scheme = values.DOORWRIGHT_TLS_CERT_FILE ? 'https' : 'http';
  const usual = `${scheme}://localhost:${values.PORT}`;
  const publicOrigin = values.DOORWRIGHT_ORIGIN ?? usual;
  refuseForeignDomain(values, publicOrigin);
  return Object.freeze({ ...values, DOORWRIGHT_ORIGIN: publicOrigin });
}
