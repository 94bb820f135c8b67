import type { z } from 'zod';
import { type Setting, settings } from './settings.ts';

/** An invalid setting. The message is one sentence that names it. */
export class ConfigError extends Error {}

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
    `${unknown} is not a setting. ${similar ? `Did you mean ${similar}?` : 'console/guide/platform/settings.md lists all settings.'}`,
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

function refuseUnusedAuthorities(values: Settings): void {
  if (!values.DOORWRIGHT_RECORDS_SYSLOG_CA_FILE || values.DOORWRIGHT_RECORDS_SYSLOG) return;
  throw new ConfigError('DOORWRIGHT_RECORDS_SYSLOG_CA_FILE is set, so DOORWRIGHT_RECORDS_SYSLOG must be set too.');
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
  refuseUnusedAuthorities(values);
  const scheme = values.DOORWRIGHT_TLS_CERT_FILE ? 'https' : 'http';
  const usual = `${scheme}://localhost:${values.PORT}`;
  const publicOrigin = values.DOORWRIGHT_ORIGIN ?? usual;
  refuseForeignDomain(values, publicOrigin);
  return Object.freeze({ ...values, DOORWRIGHT_ORIGIN: publicOrigin });
}
