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

test('a Dockerfile linter has nothing to say about the image', () => {
  expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
});

test('the image runs as a user known by its number, who is not root', () => {
  const last = having('USER').at(-1);
  expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/);
  expect(instructions.indexOf(last ?? '')).toBeLessThan(instructions.findIndex((line) => line.startsWith('CMD')));
});

test('every stage begins with a base of a stated version that a release can pin by digest', () => {
  expect(having('ARG')).toEqual([expect.stringMatching(/^ARG NODE_IMAGE=node:\d+-\w+-slim$/)]);
  for (const stage of having('FROM')) expect(stage).toMatch(/^FROM (\$\{NODE_IMAGE\}|manifests AS )/);
});

test('the image takes nothing from the network but packages, and only through the lockfile', () => {
  expect(having('ADD')).toEqual([]);
  expect(having('RUN').filter((line) => /curl|wget|npm (i|install)\b/.test(line))).toEqual([]);
  expect(having('RUN').filter((line) => line.includes('npm'))).toEqual([
    expect.stringContaining('npm ci --omit=dev'),
    // What only builds the console stays in its stage.
    'RUN npm ci',
  ]);
});

test('what the image copies exists', () => {
  const sources = having('COPY')
    .filter((line) => !line.includes('--from='))
    .flatMap((line) => line.split(' ').slice(1, -1));
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([]);
});

test('the program is the first process, so that it receives the signal to stop', () => {
  for (const keyword of ['CMD', 'ENTRYPOINT']) {
    for (const line of having(keyword)) expect(line).toMatch(/^\w+ \["node", /);
  }
});

test('what the image is to run is compiled when it is built, as the user who runs it', () => {
  const [cache] = having('ENV').filter((line) => line.includes('NODE_COMPILE_CACHE'));
  expect(cache).toBeDefined();
  const at = (line: string | undefined) => instructions.indexOf(line ?? '');
  const [warming] = having('RUN').filter((line) => line.includes('PORT=none'));
  for (const program of ['api/main.ts', 'operator/main.ts']) expect(warming).toContain(`PORT=none node ${program}`);
  expect(at(warming)).toBeGreaterThan(at(cache));
  expect(at(warming)).toBeGreaterThan(at(having('USER').at(-1)));
});

test('the image is not built of a program that lacks a module', () => {
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

test('a program with a port that is none loads its modules, leaves them compiled, and ends', () => {
  for (const program of ['api/main.ts', 'operator/main.ts']) {
    const compiled = mkdtempSync(join(tmpdir(), 'doorwright-compiled-'));
    const env = { ...process.env, PORT: 'none', NODE_COMPILE_CACHE: compiled };
    const { status, stderr } = spawnSync(process.execPath, [program], { cwd: root, env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringContaining('PORT «none»')]);
    expect(readdirSync(compiled, { recursive: true }).length).toBeGreaterThan(100);
    rmSync(compiled, { recursive: true });
  }
}, 60_000);
