import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../../core/config.ts';

const secret = [
  'password',
  'masterPassword',
  'clientSecret',
  'clientSecret2',
  'accessToken',
  'refreshToken',
  'privateKey',
  'passwd',
  'authorization',
  'cookie',
  'set-cookie',
];
const paths = secret.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);

/** A log of JSON lines. Fields with secret names are removed at the top three levels. */
export function createLog({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>, destination?: DestinationStream): Logger {
  const options = { level: LOG_LEVEL, base: null, redact: { paths, censor: '(redacted)' } };
  return destination ? pino(options, destination) : pino(options);
}
