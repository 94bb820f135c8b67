import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endingSignals, runChild } from './child.mjs';
import { keepOperator, manifestsFolder } from './operator.mjs';
import { PrepareError, prepare } from './prepare.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
// The second start compiles nothing: a quarter less work before it is ready.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'doorwright');
const inApi = (...file) => [join(root, 'api', ...file)];

/** Serves until it is told to end; once that is ready, the operator reconciles the folder beside it. */
async function serve(node, folder) {
  const ending = new AbortController();
  for (const signal of endingSignals) process.once(signal, () => ending.abort());
  let operator;
  const onReady = () => {
    if (folder) operator = keepOperator(node, root, folder, ending.signal);
  };
  // The api gives a token to an operator of its own machine: see DOORWRIGHT_MANIFESTS in its settings.
  const env = { ...process.env, DOORWRIGHT_MANIFESTS: folder };
  const code = await runChild(node, inApi('main.ts'), { env, onReady });
  ending.abort();
  await operator;
  return code;
}

try {
  const node = await prepare(root);
  const folder = manifestsFolder(root);
  process.exitCode = (await runChild(node, inApi('process', 'bin', 'build-console.ts'))) || (await serve(node, folder));
} catch (error) {
  process.stderr.write(`${error instanceof PrepareError ? error.message : error.stack}\n`);
  process.exitCode = 1;
}
