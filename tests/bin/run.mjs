import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from '../../api/process/bin/child.mjs';
import { PrepareError, prepare } from '../../api/process/bin/prepare.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

try {
  const node = await prepare(root);
  const steps = join(root, 'tests', 'bin', 'main.ts');
  process.exitCode = await runChild(node, [steps, ...process.argv.slice(2)], { cwd: root });
} catch (error) {
  process.stderr.write(`${error instanceof PrepareError ? error.message : error.stack}\n`);
  process.exitCode = 1;
}
