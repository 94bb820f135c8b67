import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const sources = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file && !file.endsWith('security-ids.test.ts') && existsSync(join(root, file)));

/** The ids in a text: S25 anywhere, 17.4 at the start of a title or in brackets. Amazon S3 is a service. */
function idsIn(text: string): string[] {
  return text.match(/(?<!Amazon |AWS )\bS\d{1,2}\b|(?<=['"`(])17\.[1-9]\d?(?=[ )])/g) ?? [];
}

const rows = [...read('tests/security.md').matchAll(/^\| (S\d+|17\.\d+) \| .+ \| (.+) \|$/gm)].map(
  ([, id = '', files = '']) => ({ id, files: [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => `tests/${file}`) }),
);

test('tests/security.md explains each id once', () => {
  const numbered = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
  const ids = rows.map(({ id }) => id);
  const first = [...numbered('S', 54), ...numbered('17.', 18)];
  expect(ids.filter((id) => first.includes(id))).toEqual(first);
  // Later rules come with the feature that they are about.
  expect(new Set(ids).size).toBe(ids.length);
});

test('each id in a test title or a comment stands in tests/security.md', () => {
  const known = new Set(rows.map(({ id }) => id));
  const used = sources.flatMap((file) => idsIn(read(file)).map((id) => ({ file, id })));
  expect(used.length).toBeGreaterThan(300);
  expect(used.filter(({ id }) => !known.has(id))).toEqual([]);
});

test('each file that tests/security.md names exists and contains the id', () => {
  const named = rows.flatMap(({ id, files }) => files.map((file) => ({ id, file })));
  expect(named.filter(({ file }) => !existsSync(join(root, file)))).toEqual([]);
  expect(named.filter(({ id, file }) => !idsIn(read(file)).includes(id))).toEqual([]);
});

test('an id differs from a service of that name and from a figure', () => {
  const text = "it('17.3 S25 a name'); // (S4) (17.5) Amazon S3 and AWS S3 take 17.6 ms and '17.0 MB'";
  expect(idsIn(text)).toEqual(['17.3', 'S25', 'S4', '17.5']);
});
