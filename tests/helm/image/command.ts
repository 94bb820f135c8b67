import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const asPromise = promisify(execFile);

/** Runs a program to its end. A failure is an error with the end of its output. */
export async function command(program: string, args: string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { env: { ...process.env, ...environment }, maxBuffer: 100_000_000 };
  try {
    return (await asPromise(program, args, options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '', code } = error as { stdout?: string; stderr?: string; code?: unknown };
    const said = `${stdout}\n${stderr}`.trim().slice(-3000);
    throw new Error(`${program} ${args.slice(0, 3).join(' ')} … (${code}): ${said}`, { cause: error });
  }
}
