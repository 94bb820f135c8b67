import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@doorwright/locales/languages.ts';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const list = 'crds/options/languages.ts';

/** English is the source of all texts, and Chinese has rules for names of people. Code knows no other language. */
const unnamed = languages.filter((language) => !['en', 'zh'].includes(language));

const sources = execFileSync('git', ['ls-files', '-z', 'crds', 'locales', 'api', 'operator', 'console'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file));

test('each language is a folder of texts and a line in the list', () => {
  const folders = readdirSync(join(root, 'locales')).filter((name) => /^[a-z]{2}$/.test(name));
  expect(folders.toSorted()).toEqual([...languages].toSorted());
});

test.each(unnamed)('only the list names the language %s', (language) => {
  const named = new RegExp(`(['"/])${language}\\1|\\./${language}/|^\\s*${language}:`, 'm');
  expect(sources.filter((file) => named.test(readFileSync(join(root, file), 'utf8')))).toEqual([list]);
});
