import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Builds the console and the guide, or the one that is named, if one of its sources changed since its last build. */

interface Build {
  title: string;
  /** The program of the package, and its arguments in the folder `console`. */
  program: string;
  args: readonly string[];
  output: string;
  sources: readonly string[];
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

const model = ['crds/*.ts', 'crds/{kinds,options,values,providers,derive,declared}/**/*.ts', 'locales/*.ts'];

const builds: readonly Build[] = [
  {
    title: 'console',
    program: 'vite/bin/vite.js',
    args: ['build', '--logLevel', 'warn'],
    output: 'console/dist',
    sources: [
      ...['package-lock.json', 'console/*.{html,json,ts}', 'console/bundle/*.ts', 'console/{src,public}/**/*.*'],
      ...[...model, 'locales/*/*.json', 'programs/**/*.*'],
    ],
  },
  {
    title: 'guide',
    program: 'vitepress/bin/vitepress.js',
    args: ['build', 'guide', '--logLevel', 'warn'],
    output: 'console/guide/dist',
    sources: [
      ...['package-lock.json', 'console/package.json', 'console/guide/{*,**/*,.vitepress/**/*}.*', 'console/public/*'],
      ...['console/bundle/compressed-files.ts', ...model, 'crds/schema/*.ts', 'crds/examples/*.yaml'],
      ...['locales/*/guide.json', 'locales/en/*.json', 'programs/**/*.*'],
    ],
  },
];

// The pages show whole programs only. Somebody may have installed one where it is.
const exclude = ['programs/routes/**', '**/node_modules/**', 'console/guide/dist/**'];

function stampOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of [...new Set(globSync([...sources], { cwd: root, exclude }))].sort())
    hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function stampOfBuild(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Tells whether the output is that of the sources. */
function build({ title, program, args, output, sources }: Build): boolean {
  const stampFile = join(root, output, 'stamp');
  const stamp = stampOf(sources);
  if (stamp === stampOfBuild(stampFile)) return true;
  process.stdout.write(`Building the ${title} …\n`);
  const started = Date.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: join(root, 'console'),
    // Builds tell each file and step. Only those of a failed build help anybody.
    stdio: ['ignore', 'pipe', 'pipe'],
    // The caller, such as a test, may have another value.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) {
    process.stderr.write(Buffer.concat([stdout, stderr]));
    process.stderr.write(`The ${title} could not be built; the message stands above.\n`);
    return false;
  }
  writeFileSync(stampFile, stamp);
  const seconds = Math.round((Date.now() - started) / 1000);
  process.stdout.write(`${title[0]?.toUpperCase()}${title.slice(1)} built in ${seconds} s\n`);
  return true;
}

const [, , ...named] = process.argv;
const wanted = builds.filter(({ title }) => named.length === 0 || named.includes(title));
if (!wanted.every(build)) process.exitCode = 1;
