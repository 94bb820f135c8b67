import { readFileSync, watchFile } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '../core/config.ts';

const options = { connectionsCheckingInterval: 1_000 };
/** Suites of TLS 1.2 with forward secrecy and authenticated encryption (RFC 9325, 4.2). Those of TLS 1.3 all have both. */
const suites = [
  ...['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'],
  ...['ECDSA', 'RSA'].flatMap((key) =>
    ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].map((cipher) => `ECDHE-${key}-${cipher}`),
  ),
].join(':');
const strong = { minVersion: 'TLSv1.2', ciphers: suites, honorCipherOrder: true } as const;
const lookEveryMs = 2_000;

/** Serves HTTPS if there is a certificate, and reads the certificate again after its renewal. */
export function createHttpServer(config: Config, handle: RequestListener, log: Logger): Server {
  const { DOORWRIGHT_TLS_CERT_FILE: certFile, DOORWRIGHT_TLS_KEY_FILE: keyFile } = config;
  if (!certFile || !keyFile) return createServer(options, handle);
  const read = () => ({ ...strong, cert: readFileSync(certFile), key: readFileSync(keyFile) });
  try {
    const server = createTlsServer({ ...options, ...read() }, handle);
    const renew = () => {
      try {
        server.setSecureContext(read());
        log.info('The certificate was read again');
      } catch (err) {
        // The two files are replaced one after the other. After the second one, they fit again.
        log.warn({ err }, 'The new certificate cannot be used; the old one is still in use');
      }
    };
    // Polls the files, because a kubelet replaces their whole folder.
    for (const file of [certFile, keyFile]) watchFile(file, { interval: lookEveryMs, persistent: false }, renew);
    return server;
  } catch (error) {
    const files = `DOORWRIGHT_TLS_CERT_FILE «${certFile}» and DOORWRIGHT_TLS_KEY_FILE «${keyFile}»`;
    throw new ConfigError(`${files} cannot be used: ${(error as Error).message}.`);
  }
}
