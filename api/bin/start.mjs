import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from './child.mjs';
import { PrepareError, prepare } from './prepare.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

try {
  const node = await prepare(root);
  const run = (...file) => runChild(node, [join(root, 'api', ...file)]);
  process.exitCode = (await run('bin', 'build-console.ts')) || (await run('main.ts'));
} catch (error) {
  process.stderr.write(`${error instanceof PrepareError ? error.message : error.stack}\n`);
  process.exitCode = 1;
}
