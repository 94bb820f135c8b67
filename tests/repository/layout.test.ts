import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file && existsSync(join(root, file)));
const typescript = files.filter((file) => /\.tsx?$/.test(file));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const folders = ['api', 'console', 'crds', 'helm', 'locales', 'operator', 'programs', 'tests', 'transfer'];

test('the top level has the nine folders and the usual files', () => {
  const topLevel = [...new Set(files.map((file) => file.split('/')[0] as string))];
  const extra = topLevel.filter((name) => !name.startsWith('.') && !folders.includes(name));
  expect(extra.sort()).toEqual([
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'DECISIONS.md',
    'Dockerfile',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'biome.json',
    'compose.yaml',
    'package-lock.json',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ]);
});

test('every folder at the top level has a README', () => {
  expect(folders.filter((folder) => !existsSync(join(root, folder, 'README.md')))).toEqual([]);
});

test('an index.ts is a registry or the root of a package', () => {
  const barrels = typescript
    .filter((file) => basename(file) === 'index.ts' && !['crds/index.ts', 'locales/index.ts'].includes(file))
    .filter((file) => /^export (\*|\{)/m.test(read(file)));
  expect(barrels).toEqual([]);
});

test('no folder or file is named “utils”, “helpers”, “common” or “managers”', () => {
  expect(typescript.filter((file) => /(^|\/)(utils?|helpers?|common|managers?)(\/|\.tsx?$)/.test(file))).toEqual([]);
});

test('a file has one subject, so none is longer than 400 lines', () => {
  // The model's generator writes a migration, which then never changes.
  const written = typescript.filter((file) => !file.startsWith('api/db/migrations/'));
  expect(written.filter((file) => read(file).split('\n').length > 400)).toEqual([]);
});

test('no file contains a path of the machine where it was written', () => {
  const machine = /(?<![\w.])\/(work|home|Users)\/(?!linuxbrew)[a-z]/;
  const texts = files.filter((file) => /\.(ts|tsx|mjs|json|md|ya?ml)$/.test(file) && file !== 'package-lock.json');
  expect(texts.filter((file) => machine.test(read(file)))).toEqual([]);
});
