/** The words of the console, in few files (`word-files.ts`). */
declare module 'virtual:words' {
  import type { Language } from '@doorwright/locales';
  import type { Catalogue } from '@doorwright/locales/catalogue.ts';
  export function loadWords(language: Language, namespace: string): Promise<Catalogue>;
}
