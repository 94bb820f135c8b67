import { join } from 'node:path';
import { languages, sourceLanguage } from '@doorwright/locales/languages.ts';
import { describe, expect, test } from 'vitest';
import { textsIn } from '../locales/texts.ts';
import { type Page, pages } from './world/pages.ts';

const translations = languages.filter((language) => language !== sourceLanguage);

/** The first page and the first section, which are in every language: `start/laptop.md`. English has no folder of its own. */
const firstPagesIn = (folder: string) =>
  new Map(
    pages
      .filter(({ file }) => file.startsWith(folder))
      .map((page) => [page.file.slice(folder.length), page] as const)
      .filter(([file]) => /^(start\/[^/]+|index)\.md$/.test(file)),
  );

const english = firstPagesIn('');

/** The code of a page. Only the English commands are run, so the others have another word behind `sh`. */
const codeOf = ({ fences }: Page) =>
  fences.map(({ language, words, code }) => [language, ...(language === 'sh' ? [] : words), code].join(' '));

const headingsOf = ({ prose }: Page) => [...prose.matchAll(/^(#+) /gm)].map(([, level]) => level);

/** How many cells each row of each table has. */
const rowsOf = ({ prose }: Page) => [...prose.matchAll(/^\|.*\|$/gm)].map(([row]) => row.split('|').length);

const includesOf = ({ prose }: Page) => prose.match(/^<<< .+$/gm) ?? [];

/** Where the links of a page lead, from the folder of the guide. */
const linksOf = ({ file, prose }: Page) =>
  [...prose.matchAll(/\]\(([^)]+)\)/g)]
    .map(([, target = '']) => (/^([a-z]+:|\/)/.test(target) ? target : join(file, '..', target)))
    .sort();

const isTranslated = (link: string) => /^(start\/|index\.md)/.test(link);

const boldIn = ({ prose }: Page) =>
  new Set([...prose.matchAll(/\*\*(.+?)\*\*/gs)].map(([, bold = '']) => bold.replace(/\s+/g, ' ')));

/** Texts that are the same in every language: the name of the first administrator, and a button of a program. */
const sameEverywhere = new Set(['Admin', 'Sign out']);

const englishTexts = await textsIn(sourceLanguage);

test('the first section of the guide is in English', () => {
  expect(english.size).toBeGreaterThan(1);
});

describe.each(translations)('The first section of the guide in %s', (language) => {
  const own = firstPagesIn(`${language}/`);

  /** Expects a part of each page to be as the part of the English page tells. */
  const compare = <Part>(partOf: (page: Page) => Part, expected: (part: Part) => Part = (part) => part) => {
    const parts = (of: Map<string, Page>, change: typeof expected) =>
      Object.fromEntries([...of].map(([file, page]) => [file, change(partOf(page))]));
    expect(parts(own, (part) => part)).toEqual(parts(english, expected));
  };

  test('has the pages of the English one', () => {
    expect([...own.keys()]).toEqual([...english.keys()]);
  });

  test('has the same headings, rows of tables, code and programs', () => {
    compare(headingsOf);
    compare(rowsOf);
    compare(codeOf);
    compare(includesOf);
  });

  test('links to the same pages, in its own language where they exist', () => {
    const expected = (link: string) => (isTranslated(link) ? `${language}/${link}` : link);
    compare(linksOf, (links) => links.map(expected).sort());
  });

  test('has the anchors that links name', () => {
    const named = [...english.values()].flatMap(linksOf).filter((link) => isTranslated(link) && link.includes('#'));
    expect(named.length).toBeGreaterThan(0);
    const hasAnchor = ([file = '', anchor]: string[]) => own.get(file)?.text.includes(` {#${anchor}}\n`);
    expect(named.filter((link) => !hasAnchor(link.split('#')))).toEqual([]);
  });

  test('names menus, fields and buttons as the console does', async () => {
    const texts = await textsIn(language);
    const missing = [...english].flatMap(([file, page]) =>
      [...boldIn(page)].flatMap((bold) => {
        const keys = [...englishTexts].filter(([, text]) => text === bold).map(([key]) => key);
        if (keys.length === 0 || sameEverywhere.has(bold)) return [];
        const translated = new Set(keys.map((key) => texts.get(key)));
        const shown = own.get(file);
        return shown && [...boldIn(shown)].some((each) => translated.has(each)) ? [] : [{ file, bold, translated }];
      }),
    );
    expect(missing).toEqual([]);
  });
});
