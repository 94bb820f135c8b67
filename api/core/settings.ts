import { z } from 'zod';
import {
  certificatesFile,
  countryDatabase,
  domain,
  folder,
  hostAndPort,
  keys,
  names,
  networks,
  oneOf,
  origin,
  origins,
  tenantNetworks,
  webAddress,
  wholeNumber,
} from './setting-values.ts';

export interface Setting {
  /** The default as the guide shows it. */
  default: string;
  about: string;
  schema: z.ZodType;
}

/** All settings. `npm run generate` writes the table of the guide from them. */
export const settings = {
  PORT: { default: '8000', about: 'where the api listens', schema: wholeNumber(0, 65_535).default(8000) },
  HOST: {
    default: '127.0.0.1 (0.0.0.0 in the image)',
    about: 'the address it listens on',
    schema: z.string().min(1).default('127.0.0.1'),
  },
  DOORWRIGHT_METRICS_PORT: {
    default: 'none',
    about: 'the port of the metrics: 0 for any free one. Without it the api shows none, because they are never on PORT',
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
    about: 'the Postgres to use; the image has none of its own',
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
    about: 'further addresses of this installation whose pages may use passkeys of that domain, separated by commas',
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
  DOORWRIGHT_SQLITE_DIR: {
    default: 'none',
    about:
      'folder with files of SQLite that syncers may read: an organization those in the subfolder with its name, built-in all',
    schema: folder.optional(),
  },
  DOORWRIGHT_CREDENTIALS_IN_QUERY: {
    default: 'off',
    about: 'on for Casdoor libraries (Python, Java) that send their client secret in the address',
    schema: oneOf('on', 'off').default('off'),
  },
  DOORWRIGHT_DUMMY_PAYMENTS: {
    default: 'off',
    about: 'on for payments by Dummy, which take no money. Only for demonstrations and tests',
    schema: oneOf('on', 'off').default('off'),
  },
  DOORWRIGHT_RECORD_MONTHS: {
    default: '24',
    about: 'months that access records are kept, 0 for ever',
    schema: wholeNumber(0, 1200).default(24),
  },
  DOORWRIGHT_RECORDS_OTLP_ENDPOINT: {
    default: 'none',
    about:
      'an OpenTelemetry collector, such as http://collector:4318, that gets each record as a log. OTEL_EXPORTER_OTLP_LOGS_HEADERS may hold its key',
    schema: webAddress.optional(),
  },
  DOORWRIGHT_RECORDS_SYSLOG: {
    default: 'none',
    about: 'a syslog server, such as logs.example.com:6514, that gets each record (RFC 5424 over TLS)',
    schema: hostAndPort(6514).optional(),
  },
  DOORWRIGHT_RECORDS_SYSLOG_CA_FILE: {
    default: 'those of Node',
    about: 'authorities that may sign the certificate of the syslog server (PEM), read again at each connection',
    schema: certificatesFile.optional(),
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
  DOORWRIGHT_USER_EXPORT: {
    default: 'off',
    about:
      'on lets an operator of a cluster read the users of an organization with their digests and second factors, for doorwright export --users. An operator beside the api always may',
    schema: oneOf('on', 'off').default('off'),
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
