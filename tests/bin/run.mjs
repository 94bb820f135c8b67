import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from '../../api/process/bin/child.mjs';
import { PrepareError, prepare } from '../../api/process/bin/prepare.mjs';
import { firstRunLines } from './first-run.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

const args = process.argv.slice(2);

try {
  // A run of some files or steps provides what it needs without a message.
  if (args.every((arg) => arg === '--all')) for (const line of firstRunLines(root)) process.stdout.write(`${line}\n`);
  const node = await prepare(root);
  const steps = join(root, 'tests', 'bin', 'main.ts');
  process.exitCode = await runChild(node, [steps, ...args], { cwd: root });
} catch (error) {
  process.stderr.write(`${error instanceof PrepareError ? error.message : error.stack}\n`);
  process.exitCode = 1;
}
