import { readFileSync, watchFile } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '../core/config.ts';

const options = { connectionsCheckingInterval: 1_000 };
const lookEveryMs = 2_000;

/** Speaks HTTPS where there is a certificate, and goes on with the next one as soon as somebody has renewed it. */
export function createListener(config: Config, handle: RequestListener, log: Logger): Server {
  const { DOORWRIGHT_TLS_CERT_FILE: certFile, DOORWRIGHT_TLS_KEY_FILE: keyFile } = config;
  if (!certFile || !keyFile) return createServer(options, handle);
  const read = () => ({ cert: readFileSync(certFile), key: readFileSync(keyFile) });
  try {
    const server = createTlsServer({ ...options, ...read() }, handle);
    const renew = () => {
      try {
        server.setSecureContext(read());
        log.info('The certificate was read again');
      } catch (err) {
        // Of two files that are replaced, one is the first: with the second they fit.
        log.warn({ err }, 'The certificate that is there now cannot be used; the one before still is');
      }
    };
    // By looking, because a kubelet replaces the folder that holds them.
    for (const file of [certFile, keyFile]) watchFile(file, { interval: lookEveryMs, persistent: false }, renew);
    return server;
  } catch (error) {
    const files = `DOORWRIGHT_TLS_CERT_FILE «${certFile}» and DOORWRIGHT_TLS_KEY_FILE «${keyFile}»`;
    throw new ConfigError(`${files} cannot be used: ${(error as Error).message}.`);
  }
}
