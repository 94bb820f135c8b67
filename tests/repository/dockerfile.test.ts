import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const instructions = dockerfile
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line));

const having = (keyword: string) => instructions.filter((line) => line.startsWith(`${keyword} `));

test('a Dockerfile linter finds no problem', () => {
  expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
});

test('the image runs as a numeric user who is not root', () => {
  const last = having('USER').at(-1);
  expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/);
  expect(instructions.indexOf(last ?? '')).toBeLessThan(instructions.findIndex((line) => line.startsWith('CMD')));
});

test('every stage has a base with a version, which a release can pin by digest', () => {
  expect(having('ARG')[0]).toMatch(/^ARG NODE_IMAGE=node:\d+-\w+-slim$/);
  for (const stage of having('FROM')) expect(stage).toMatch(/^FROM (\$\{NODE_IMAGE\}|(manifests|packages) AS )/);
});

test('the image downloads only packages, and only through the lockfile', () => {
  expect(having('ADD')).toEqual([]);
  expect(having('RUN').filter((line) => /curl|wget|npm (i|install)\b/.test(line))).toEqual([]);
  expect(having('RUN').filter((line) => line.includes('npm'))).toEqual([
    // The embedded Postgres is a package for development.
    expect.stringContaining('npm ci --omit=dev'),
    // Packages that only build the console stay in its stage.
    'RUN npm ci',
    // The last stage has no package manager.
    expect.stringMatching(/^RUN rm -rf .*\/npm /),
  ]);
});

test('the labels name the version of the api, the licence and the commit that the builder gives', () => {
  const { version, license } = JSON.parse(readFileSync(join(root, 'api', 'package.json'), 'utf8'));
  expect(having('ARG')).toEqual(expect.arrayContaining([`ARG VERSION=${version}`, 'ARG REVISION=unknown']));
  const [labels] = having('LABEL');
  for (const label of [`licenses=${license}`, 'version=$VERSION', 'revision=$REVISION'])
    expect(labels).toContain(`org.opencontainers.image.${label}`);
});

test('all files that the image copies exist', () => {
  const sources = having('COPY')
    .filter((line) => !line.includes('--from='))
    .flatMap((line) => line.split(' ').slice(1, -1));
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([]);
  // `*` keeps everything from the builder, but what the other lines name or contain.
  const allowed = readFileSync(join(root, '.dockerignore'), 'utf8').match(/^!.+$/gm) ?? [];
  const isLetIn = (source: string) => allowed.some((line) => `${source}/`.startsWith(`${line.slice(1)}/`));
  expect(sources.filter((source) => !isLetIn(source))).toEqual([]);
});

test('the program is the first process, so that it receives the signal to stop', () => {
  for (const keyword of ['CMD', 'ENTRYPOINT']) {
    for (const line of having(keyword)) expect(line).toMatch(/^\w+ \["node", /);
  }
});

test('the build of the image compiles its programs, as the user who runs them', () => {
  const [cache] = having('ENV').filter((line) => line.includes('NODE_COMPILE_CACHE'));
  expect(cache).toBeDefined();
  const at = (line: string | undefined) => instructions.indexOf(line ?? '');
  const [warming] = having('RUN').filter((line) => line.includes('PORT=none'));
  for (const program of ['api/main.ts', 'operator/main.ts']) expect(warming).toContain(`PORT=none node ${program}`);
  expect(at(warming)).toBeGreaterThan(at(cache));
  expect(at(warming)).toBeGreaterThan(at(having('USER').at(-1)));
});

test('the build fails if a program lacks a module', () => {
  const [, warming = ''] =
    having('RUN')
      .find((line) => line.includes('PORT=none'))
      ?.match(/^RUN (.*)$/) ?? [];
  const run = (line: string) => spawnSync('sh', ['-c', line], { cwd: root, encoding: 'utf8' }).status;
  expect(run(warming)).toBe(0);
  for (const program of ['api', 'operator']) {
    expect(run(warming.replace(`${program}/main.ts`, `${program}/missing.ts`))).not.toBe(0);
  }
}, 60_000);

test('a program with an invalid port loads and compiles its modules, and ends', () => {
  for (const program of ['api/main.ts', 'operator/main.ts']) {
    const compiled = mkdtempSync(join(tmpdir(), 'doorwright-compiled-'));
    const env = { ...process.env, PORT: 'none', NODE_COMPILE_CACHE: compiled };
    const { status, stderr } = spawnSync(process.execPath, [program], { cwd: root, env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringContaining('PORT «none»')]);
    expect(readdirSync(compiled, { recursive: true }).length).toBeGreaterThan(100);
    rmSync(compiled, { recursive: true });
  }
}, 60_000);
