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

/** JSON lines; what is secret by its name is taken out wherever it stands near the top of what is logged. */
export function createLog({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>, destination?: DestinationStream): Logger {
  const options = { level: LOG_LEVEL, base: null, redact: { paths, censor: '(redacted)' } };
  return destination ? pino(options, destination) : pino(options);
}
