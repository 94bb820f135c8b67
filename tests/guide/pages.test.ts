import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { contents as administrators } from '@doorwright/console/guide/administrators/contents.ts';
import { contents as developers } from '@doorwright/console/guide/developers/contents.ts';
import { contents as errors } from '@doorwright/console/guide/errors/contents.ts';
import { contents as platform } from '@doorwright/console/guide/platform/contents.ts';
import { contents as recipes } from '@doorwright/console/guide/recipes/contents.ts';
import { contents as start } from '@doorwright/console/guide/start/contents.ts';
import { scopes } from '@doorwright/crds/options/oauth-scopes.ts';
import { expect, test } from 'vitest';
import { guide, type Page, pages } from './world/pages.ts';

const failing = (isWrong: (page: Page) => unknown) => pages.filter(isWrong).map(({ file }) => file);

test('no page of the guide has more than 1,500 words', () => {
  expect(pages.length).toBeGreaterThan(0);
  expect(failing(({ prose }) => prose.split(/\s+/).length > 1500)).toEqual([]);
});

test('each page has one title and a description', () => {
  expect(failing(({ prose }) => prose.match(/^# .+$/gm)?.length !== 1)).toEqual([]);
  expect(failing(({ text }) => !/^---\ndescription: .+\n---\n/.test(text))).toEqual([]);
});

test('the menu of the guide has each page once', () => {
  const sections = { start, platform, administrators, developers, recipes, errors };
  const listed = Object.entries(sections).flatMap(([folder, groups]) =>
    groups.flatMap((group) => group.pages.map((page) => `${folder}/${page}.md`)),
  );
  const english = pages.filter(({ file }) => Object.keys(sections).some((folder) => file.startsWith(`${folder}/`)));
  expect(listed.sort()).toEqual(english.map(({ file }) => file));
});

test('each command of the guide is run by a test, or says that it is run by hand', () => {
  const ways = ['run', 'cluster', 'by-hand'];
  const isUnsaid = ({ language, words }: Page['fences'][number]) =>
    ['sh', 'bash', 'shell'].includes(language) && !ways.includes(words[0] ?? '');
  expect(failing(({ fences }) => fences.some(isUnsaid))).toEqual([]);
});

test('each file that a page includes exists', () => {
  const missing = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/^<<< @\/([^\s{[#]+)/gm)]
      .filter(([, path = '']) => !existsSync(join(guide, path)))
      .map(([, path]) => `${file} → ${path}`),
  );
  expect(missing).toEqual([]);
});

test('the guide lists exactly the scopes that programs can ask for', () => {
  const text = pages.find(({ file }) => file === 'developers/mistakes.md')?.text ?? '';
  const listed = [...(text.match(/The scopes are (.+)\. You cannot/)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(
    ([, scope]) => scope,
  );
  expect(listed.sort()).toEqual([...scopes].sort());
});
