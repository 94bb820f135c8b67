import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

export interface Output {
  stdout: string;
  stderr: string;
  code: number;
}

/** `await kubectl(['apply', '-f', '-'], manifest)`; a failing command is an answer (code ≠ 0), not an exception. */
export type Kubectl = (args: string[], stdin?: string) => Promise<Output>;

// kubectl keeps what it discovered on disk for hours and would not see a CRD applied since. Here it cannot.
const noCache = '/dev/null/none';

/** Far more than any command here waits for: one that hangs is to fail by its name, and not with all that waits for it. */
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
    // A command that does not read its input may be gone before all of it is written.
    child.stdin.on('error', () => {});
    child.stdin.end(stdin);
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
    return { stdout, stderr, code };
  };
}
