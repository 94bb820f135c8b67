import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { languages, sourceLanguage } from '@doorwright/locales/languages.ts';
import { describe, expect, test } from 'vitest';
import { textsIn } from '../locales/texts.ts';

const guide = join(import.meta.dirname, '..', '..', 'console', 'guide');
const folderOf = (language: string) => (language === sourceLanguage ? '' : `/${language}`);

/** The pages that every language has: the first one and the first section. */
const pagesIn = (language: string) =>
  globSync(['index.md', 'start/*.md'], { cwd: join(guide, folderOf(language)) }).sort();

const read = (language: string, page: string) => readFileSync(join(guide, folderOf(language), page), 'utf8');

const fence = /^```(.*)\n([\s\S]*?)^```$/gm;

/** The code of a page. Only the English commands are run, so the others have another word behind `sh`. */
const fencesOf = (text: string) =>
  [...text.matchAll(fence)].map(([, kind = '', code]) => [kind.replace(/^sh .+/, 'sh'), code]);

const withoutFences = (text: string) => text.replaceAll(fence, '');

const headingsOf = (text: string) => [...withoutFences(text).matchAll(/^(#+) /gm)].map(([, level]) => level);

/** How many columns each row of each table has. */
const rowsOf = (text: string) => [...withoutFences(text).matchAll(/^\|.*\|$/gm)].map(([row]) => row.split('|').length);

const includesOf = (text: string) => text.match(/^<<< .+$/gm) ?? [];

/** Where the links of a page lead, from the folder of the guide. */
const linksOf = (language: string, page: string) =>
  [...withoutFences(read(language, page)).matchAll(/\]\(([^)]+)\)/g)]
    .map(([, target = '']) =>
      /^[a-z]+:/.test(target) ? target : join(folderOf(language) || '/', dirname(page), target),
    )
    .sort();

const isTranslated = (link: string) => /^\/(start\/|index\.md)/.test(link);

const boldIn = (text: string) =>
  new Set([...withoutFences(text).matchAll(/\*\*(.+?)\*\*/gs)].map(([, bold = '']) => bold.replace(/\s+/g, ' ')));

/** Texts that are the same in every language: the name of the first administrator, and a button of a program. */
const sameEverywhere = new Set(['Admin', 'Sign out']);

const english = await textsIn(sourceLanguage);
const pages = pagesIn(sourceLanguage);
const all = languages.filter((language) => language !== sourceLanguage);

const perPage = (partOf: (page: string) => unknown) =>
  Object.fromEntries(pages.map((page) => [page, partOf(page)] as const));

describe.each(all)('The first section of the guide in %s', (language) => {
  test('has the pages of the English one', () => {
    expect(pagesIn(language)).toEqual(pages);
  });

  test.each([
    ['headings', headingsOf],
    ['rows of tables', rowsOf],
    ['code', fencesOf],
    ['included programs', includesOf],
  ] as const)('has the same %s', (_, partsOf) => {
    expect(perPage((page) => partsOf(read(language, page)))).toEqual(
      perPage((page) => partsOf(read(sourceLanguage, page))),
    );
  });

  test('links to the same pages, in its own language where they exist', () => {
    const own = (link: string) => (isTranslated(link) ? `/${language}${link}` : link);
    expect(perPage((page) => linksOf(language, page))).toEqual(
      perPage((page) => linksOf(sourceLanguage, page).map(own).sort()),
    );
  });

  test('has the anchors that links name', () => {
    const links = pages.flatMap((page) => linksOf(sourceLanguage, page)).filter((link) => isTranslated(link));
    const anchored = links.map((link) => link.split('#')).filter(([, anchor]) => anchor);
    expect(anchored.length).toBeGreaterThan(0);
    expect(anchored.filter(([page = '', anchor]) => !read(language, page).includes(` {#${anchor}}\n`))).toEqual([]);
  });

  test('names menus, fields and buttons as the console does', async () => {
    const own = await textsIn(language);
    const missing = (page: string) =>
      [...boldIn(read(sourceLanguage, page))].flatMap((bold) => {
        const keys = [...english].filter(([, text]) => text === bold).map(([key]) => key);
        if (keys.length === 0 || sameEverywhere.has(bold)) return [];
        const texts = new Set(keys.map((key) => own.get(key)));
        return [...boldIn(read(language, page))].some((each) => texts.has(each)) ? [] : [`${bold}: ${[...texts]}`];
      });
    expect(perPage(missing)).toEqual(perPage(() => []));
  });
});
