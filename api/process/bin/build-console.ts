import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Builds the console if one of its sources changed since the last build. */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const stampFile = join(root, 'console', 'dist', 'stamp');

const sources = [
  'package-lock.json',
  'console/*.{html,json,ts}',
  'console/bundle/*.ts',
  'console/{src,public}/**/*.*',
  'crds/*.ts',
  'crds/{kinds,options,values,providers,derive,declared}/**/*.ts',
  'locales/*.ts',
  'locales/*/*.json',
  'programs/**/*.*',
];

// The console shows whole programs only. Somebody may have installed one where it is.
const exclude = ['programs/routes/**', '**/node_modules/**'];

function stampOfSources(): string {
  const hash = createHash('sha256');
  for (const file of globSync(sources, { cwd: root, exclude }).sort())
    hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function stampOfBuild(): string | undefined {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return undefined;
  }
}

const stamp = stampOfSources();
if (stamp !== stampOfBuild()) {
  process.stdout.write('Building the console …\n');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const started = Date.now();
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'console'),
    stdio: 'inherit',
    // The caller, such as a test, may have another value.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status === 0) {
    writeFileSync(stampFile, stamp);
    process.stdout.write(`Console built in ${Math.round((Date.now() - started) / 1000)} s\n`);
  } else {
    process.stderr.write('The console could not be built; the message stands above.\n');
    process.exitCode = 1;
  }
}
