import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateManifest } from '@doorwright/operator/manifests/validate-manifest.ts';
import { stacks } from '@doorwright/programs/stacks.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { freshPrograms, programFolder } from './add-world.ts';
import { doorwrightHere } from './command.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

// Nothing listens there and no server can start there, so the command ends after its files.
const elsewhere = { DOORWRIGHT_ORIGIN: 'https://id.example.invalid' };
const add = (...args: string[]) => doorwrightHere(['add', folder, '--no-browser', ...args], elsewhere);
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
const treeOf = () =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  );

describe.each(stacks)('in a new program with $title', ({ name, title, env, envFile, kind, redirectUri }) => {
  test('at most 30 lines are added, also with the values of the application', async () => {
    folder = programFolder(freshPrograms[name] ?? {});
    git('init', '--quiet');
    git('add', '.');
    const { stderr } = await add();
    expect(stderr).toMatch(`has a program with ${title}.`);
    const values = { issuer: 'http://localhost:8000', clientId: 'a', redirectUri };
    writeFileSync(join(folder, envFile), env({ ...values, ...(kind === 'web' && { clientSecret: 'b' }) }));
    git('add', '--intent-to-add', '--force', '.');
    const added = git('diff', '--numstat')
      .trim()
      .split('\n')
      .map((line) => line.split('\t'));
    expect(added.map(([, removed]) => removed)).not.toContain('1');
    expect(
      added.reduce((sum, [lines]) => sum + Number(lines), 0),
      git('diff'),
    ).toBeLessThanOrEqual(30);
  });

  test('the manifest is one that the operator takes, and git ignores the values', async () => {
    folder = programFolder(freshPrograms[name] ?? {});
    await add();
    const documents = parseAllDocuments(readFileSync(join(folder, 'doorwright', 'application.yaml'), 'utf8'));
    const manifests = documents.map((each) => each.toJS());
    expect(manifests.map(({ kind }) => kind)).toEqual(['Organization', 'Application']);
    for (const manifest of manifests) expect(validateManifest(manifest)).toEqual([]);
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe(`${envFile}\n`);
  });

  test('a second run changes nothing', async () => {
    folder = programFolder(freshPrograms[name] ?? {});
    await add();
    const before = treeOf();
    const { stderr } = await add();
    expect(stderr).toMatch('doorwright/application.yaml is there already.');
    expect(treeOf()).toEqual(before);
  });
});

test('files that exist stay as they are, and the command says so', async () => {
  const own = { 'doorwright/application.yaml': 'mine', 'doorwright/sign-in.mjs': 'mine', '.gitignore': 'node_modules' };
  folder = programFolder({ ...freshPrograms.express, ...own });
  const { stderr } = await add();
  for (const path of ['doorwright/application.yaml', 'doorwright/sign-in.mjs']) {
    expect(stderr).toMatch(`${path} exists and stays as it is.`);
    expect(readFileSync(join(folder, path), 'utf8')).toBe('mine');
  }
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('node_modules\n.env\n');
});

test('--dry-run shows the files and writes none', async () => {
  folder = programFolder(freshPrograms.express ?? {});
  const before = treeOf();
  const { stderr, code } = await add('--dry-run');
  expect(code).toBe(0);
  expect(stderr).toMatch('Would write doorwright/application.yaml');
  expect(stderr).toMatch('+ kind: Application');
  expect(treeOf()).toEqual(before);
});

test('a folder without a known stack, a stack that is none and a folder that is none are explained', async () => {
  folder = programFolder({ 'README.md': '' });
  expect((await add()).stderr).toMatch('shows no stack that is known');
  expect((await add('--stack', 'cobol')).stderr).toMatch('«cobol» is no stack');
  expect((await doorwrightHere(['add', join(folder, 'missing')], elsewhere)).stderr).toMatch('does not exist');
  expect(existsSync(join(folder, 'doorwright'))).toBe(false);
});

test('--organization takes one that exists, so the manifest declares the application alone', async () => {
  folder = programFolder(freshPrograms.express ?? {});
  await add('--organization', 'acme', '--name', 'Web Shop!');
  const text = readFileSync(join(folder, 'doorwright', 'application.yaml'), 'utf8');
  expect(parseAllDocuments(text).map((each) => each.toJS())).toEqual([
    expect.objectContaining({ kind: 'Application', metadata: { name: 'web-shop', namespace: 'acme' } }),
  ]);
});
