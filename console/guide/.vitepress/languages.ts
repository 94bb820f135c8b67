import { existsSync } from 'node:fs';
import { type Language, languageNames, languages } from '@doorwright/crds/options/languages.ts';
import { loadCatalogue } from '@doorwright/locales/catalogue.ts';
import { sourceLanguage } from '@doorwright/locales/languages.ts';
import type { DefaultTheme, LocaleConfig, LocaleSpecificConfig } from 'vitepress';
import type words from '../../../locales/en/guide.json';
import { sidebarIn } from './sidebar.ts';

type Words = typeof words;
const wordsOf = (language: Language) => loadCatalogue(language, 'guide') as unknown as Promise<Words>;

/** The frame of the pages in a language. The first section is in all languages, and the rest in English. */
async function frameIn(language: Language): Promise<LocaleSpecificConfig<DefaultTheme.Config>> {
  const words = await wordsOf(language);
  const folder = language === sourceLanguage ? '' : `/${language}`;
  return {
    lang: language,
    description: words.description,
    themeConfig: {
      sidebar: sidebarIn(folder, words),
      outline: { level: [2, 3], label: words.onThisPage },
      docFooter: { prev: words.previous, next: words.next },
      sidebarMenuLabel: words.menu,
      returnToTopLabel: words.toTop,
      darkModeSwitchLabel: words.theme,
      lightModeSwitchTitle: words.toLight,
      darkModeSwitchTitle: words.toDark,
      langMenuLabel: words.language,
      skipToContentLabel: words.skip,
      notFound: { title: words.notFound, quote: words.notFoundText, linkLabel: words.home, linkText: words.home },
    },
  };
}

const searchWordsOf = (words: Words) => ({
  button: { buttonText: words.search, buttonAriaLabel: words.search },
  modal: {
    displayDetails: words.details,
    resetButtonTitle: words.reset,
    backButtonTitle: words.close,
    noResultsText: words.noResults,
    footer: {
      selectText: words.select,
      navigateText: words.navigate,
      closeText: words.close,
      selectKeyAriaLabel: 'Enter',
      navigateUpKeyAriaLabel: '↑',
      navigateDownKeyAriaLabel: '↓',
      closeKeyAriaLabel: 'Escape',
    },
  },
});

/** A language without a first page has no part of the guide yet. */
const written = languages.filter(
  (language) => language === sourceLanguage || existsSync(new URL(`../${language}/index.md`, import.meta.url)),
);

/** The name of a language's part of the guide. English has no folder of its own. */
const partOf = (language: string) => (language === sourceLanguage ? 'root' : language);

async function forEach<Value>(make: (language: Language) => Promise<Value>): Promise<Record<string, Value>> {
  const made = written.map(async (language) => [partOf(language), await make(language)] as const);
  return Object.fromEntries(await Promise.all(made));
}

/** The folders of the other languages. */
export const translations = written.filter((language) => language !== sourceLanguage);

export const frames = (await forEach(async (language) => ({
  label: languageNames[language],
  ...(await frameIn(language)),
}))) as LocaleConfig<DefaultTheme.Config>;

export const searchWords = await forEach(async (language) => ({
  translations: searchWordsOf(await wordsOf(language)),
}));
