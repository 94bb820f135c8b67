import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endingSignals, runChild } from './child.mjs';
import { keepOperator, manifestsFolder } from './operator.mjs';
import { PrepareError, prepare } from './prepare.mjs';
import { keepServer } from './server.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
// With the cache, a second start compiles nothing and takes a quarter less work.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'doorwright');
// As in the image.
process.env.MALLOC_ARENA_MAX ??= '1';
const flags = ['--max-semi-space-size=4', '--no-parallel-scavenge'];
const inApi = (...file) => [join(root, 'api', ...file)];
const build = (node, title, options) =>
  runChild(node, [...inApi('process', 'bin', 'build-console.ts'), title], options);

/**
 * Runs the server until it ends for good. When the server is ready, the operator starts beside it, and then the guide is built: nobody
 * waits for it to sign in, and nothing else depends on it.
 */
async function serve(node, folder) {
  const ending = new AbortController();
  for (const signal of endingSignals) process.once(signal, () => ending.abort());
  let operator;
  let guide;
  const onReady = () => {
    if (folder) operator = keepOperator(node, root, folder, ending.signal);
    guide ??= build(node, 'guide', { stop: ending.signal });
  };
  // With this setting, the api writes a token for an operator on this machine.
  const env = { ...process.env, DOORWRIGHT_MANIFESTS: folder };
  const code = await keepServer(node, [...flags, ...inApi('main.ts')], { env, onReady, stop: ending.signal });
  ending.abort();
  await Promise.all([operator, guide]);
  return code;
}

try {
  const node = await prepare(root);
  const folder = manifestsFolder(root);
  process.exitCode = (await build(node, 'console')) || (await serve(node, folder));
} catch (error) {
  process.stderr.write(`${error instanceof PrepareError ? error.message : error.stack}\n`);
  process.exitCode = 1;
}
