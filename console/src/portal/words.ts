import type { Language } from '@doorwright/locales';
import { loadCatalogue } from '@doorwright/locales/catalogue.ts';
import type english from '@doorwright/locales/en/login.json';

export type Words = typeof english;

/** The page is small, and so are its words: a catalogue and no library. */
export const loadWords = async (language: Language) => (await loadCatalogue(language, 'login')) as Words;
