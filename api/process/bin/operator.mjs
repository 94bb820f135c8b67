import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { reasonOf, runToEnd } from './child.mjs';
import { PrepareError } from './prepare.mjs';

const longestPauseMs = 30_000;
const steadyMs = 60_000;

/** The folder to reconcile: the examples by default, none if the setting is empty. */
export function manifestsFolder(root) {
  const folder = process.env.DOORWRIGHT_MANIFESTS ?? relative(process.cwd(), join(root, 'crds', 'examples'));
  if (folder === '' || statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new PrepareError(`DOORWRIGHT_MANIFESTS «${folder}» cannot be used: it is not a folder.`);
}

function atPort(address, port) {
  const url = new URL(address);
  if (port) url.port = port;
  return url.origin;
}

/** The settings of the operator beside the api on this machine. HOST and PORT belong to the api. */
function settingsFor(folder) {
  const { HOST = '', PORT, ...env } = process.env;
  const isAnyAddress = ['', '0.0.0.0', '::', 'localhost'].includes(HOST);
  const host = isAnyAddress ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return {
    ...env,
    DOORWRIGHT_MANIFESTS: folder,
    // A certificate names the public host, not an address.
    DOORWRIGHT_API_URL: env.DOORWRIGHT_TLS_CERT_FILE
      ? atPort(env.DOORWRIGHT_ORIGIN || `https://localhost:${PORT || 8000}`, env.DOORWRIGHT_DECLARED_PORT)
      : `http://${host}:${env.DOORWRIGHT_DECLARED_PORT || PORT || 8000}`,
    DOORWRIGHT_OPERATOR_TOKEN_FILE: join(env.DOORWRIGHT_DATA_DIR || '.doorwright', 'operator-token'),
    LOG_FORMAT: env.LOG_FORMAT || 'text',
  };
}

/** Runs the operator until `stop`. If it ends by itself, it starts again, with pauses of up to 30 seconds. */
export async function keepOperator(node, root, folder, stop) {
  const env = settingsFor(folder);
  let pauseMs = 1000;
  while (!stop.aborted) {
    const startedAt = Date.now();
    const end = await runToEnd(node, [join(root, 'operator', 'main.ts')], { env, stop });
    if (stop.aborted) return;
    if (Date.now() - startedAt > steadyMs) pauseMs = 1000;
    process.stdout.write(`The operator ended (${reasonOf(end)}) and starts again in ${pauseMs / 1000} s\n`);
    await pause(pauseMs, undefined, { signal: stop }).catch(() => {});
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
  }
}
