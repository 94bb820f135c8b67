import { existsSync, readFileSync } from 'node:fs';
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
