import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Cluster } from '../../harness/cluster/cluster.ts';
import { freePort } from '../../harness/cluster/ports.ts';

export interface ConversionWebhook {
  /** The part of a definition about conversion. */
  clientConfig: { url: string; caBundle: string };
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** The webhook of the next release. A restarted one keeps its address. */
export async function conversionWebhook({ caCert, privateKey }: Cluster): Promise<ConversionWebhook> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), TLS_CERT: caCert, TLS_KEY: privateKey };
  let child: ChildProcess | undefined;
  return {
    clientConfig: { url: `https://127.0.0.1:${port}/convert`, caBundle: Buffer.from(caCert).toString('base64') },
    async start() {
      if (child) return;
      const started = spawn(process.execPath, ['tests/helm/versions/conversion-server.ts'], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child = started;
      await once(started.stdout, 'data');
    },
    async kill() {
      const killed = child;
      child = undefined;
      if (killed?.kill('SIGKILL')) await once(killed, 'exit');
    },
  };
}
