import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

export interface Output {
  stdout: string;
  stderr: string;
  code: number;
}

/** `await kubectl(['apply', '-f', '-'], manifest)`. A failed command returns a code and throws nothing. */
export type Kubectl = (args: string[], stdin?: string) => Promise<Output>;

// kubectl caches discovery on disk for hours and would miss new CRDs. Here it cannot write its cache.
const noCache = '/dev/null/none';

/** Longer than any command takes. A command that hangs fails with its own name. */
const patienceMs = 5 * 60_000;

export function kubectlFor(binary: string, environment: Record<string, string>): Kubectl {
  return async (args, stdin = '') => {
    const env = { ...process.env, ...environment, KUBECACHEDIR: noCache };
    const child = spawn(binary, args, { env, stdio: 'pipe', timeout: patienceMs, killSignal: 'SIGKILL' });
    const exited = new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => {
        if (signal) reject(new Error(`kubectl ${args.join(' ')} ended by ${signal}`));
        else resolve(code ?? 1);
      });
    });
    // A command that does not read its input may end before all of it is written.
    child.stdin.on('error', () => {});
    child.stdin.end(stdin);
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
    return { stdout, stderr, code };
  };
}
