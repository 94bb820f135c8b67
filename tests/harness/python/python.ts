import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withFileLock } from '../control-plane/lock.ts';
import { LeftOut } from '../runner/left-out.ts';

const run = promisify(execFile);
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'doorwright', 'python');

/** Python with the packages of a `requirements.txt`, which pip fetches once. Where it cannot, the tests are skipped. */
export async function pythonWith(requirements: string): Promise<string> {
  const folder = join(cache, hash('sha256', readFileSync(requirements)).slice(0, 16));
  const [python, whole] = [join(folder, 'bin', 'python'), join(folder, 'whole')];
  mkdirSync(cache, { recursive: true });
  await withFileLock(`${folder}.lock`, async () => {
    if (existsSync(whole)) return;
    try {
      rmSync(folder, { recursive: true, force: true });
      await run('python3', ['-m', 'venv', folder]);
      await run(python, ['-m', 'pip', 'install', '--quiet', '--only-binary', ':all:', '-r', requirements]);
    } catch (error) {
      throw new LeftOut(`python3 with venv and pip is missing: ${(error as Error).message.slice(0, 200)}`);
    }
    writeFileSync(whole, '');
  });
  return python;
}

/** Runs a program with a value as its input in JSON, and reads its answer. */
export function askPython<T>(python: string, program: string, input: unknown): Promise<T> {
  const asking = run(python, [program], { maxBuffer: 8 * 2 ** 20 });
  asking.child.stdin?.end(JSON.stringify(input));
  return asking.then(({ stdout }) => JSON.parse(stdout) as T);
}
