import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const pages = globSync(['*.md', '*/README.md'], { cwd: root });
const read = (page: string) => readFileSync(join(root, page), 'utf8');

/** The rows of the table with this first column. */
function rowsOf(page: string, column: string): string[][] {
  const table = read(page)
    .split('\n\n')
    .find((block) => block.startsWith(`| ${column} |`));
  return (table ?? '')
    .trim()
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

test('every npm command on a page exists in its workspace', () => {
  const command = /\bnpm (?:run ([\w:-]+)(?: -w (\w+))?|(start|test))\b/g;
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(command)].map(([, script, workspace, plain]) => ({
      script: script ?? plain ?? '',
      workspace,
    })),
  );
  expect(named).toContainEqual({ script: 'start', workspace: undefined });
  const scriptsOf = (workspace: string | undefined): object =>
    workspace ? JSON.parse(read(`${workspace}/package.json`)).scripts : scripts;
  expect(named.filter(({ script, workspace }) => !(script in scriptsOf(workspace)))).toEqual([]);
});

test('the README has a row for each command of package.json, and at most eleven', () => {
  const commands = rowsOf('README.md', 'command').map(([name]) => name?.match(/npm (?:run )?([\w:-]+)/)?.[1]);
  expect(commands.toSorted()).toEqual(Object.keys(scripts).sort());
  expect(commands.length).toBeLessThanOrEqual(11);
});

test('the page of the tests has a row for each of their folders', () => {
  const named = rowsOf('tests/README.md', 'folder').flatMap(([folders]) =>
    [...(folders ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  const folders = readdirSync(join(root, 'tests'), { withFileTypes: true }).filter((each) => each.isDirectory());
  expect(named.toSorted()).toEqual(
    folders
      .map(({ name }) => name)
      .filter((name) => name !== 'node_modules')
      .sort(),
  );
});

test('no link between pages is broken', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)]
      .map((match) => match[1] as string)
      .filter((target) => !existsSync(join(root, dirname(page), target)))
      .map((target) => `${page} → ${target}`),
  );
  expect(broken).toEqual([]);
});

test('every file that a command of package.json runs exists', () => {
  const files = Object.values(scripts).flatMap((script) => script.match(/\S+\.(ts|mjs)\b/g) ?? []);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
