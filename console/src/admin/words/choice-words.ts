import { languageNames } from '@doorwright/locales/languages.ts';
import { isLanguage } from '../../shared/language.ts';
import { i18n, language } from './catalogues.ts';
import { useTranslation } from './use-translation.ts';

/** The label of a choice. Most are translated; names of algorithms and the like are not. */
export function useChoiceWords(): (value: string) => string {
  useTranslation('choices');
  return (value) => {
    // A value is no key: it may be empty, or an address with a colon.
    const word: unknown = i18n.getResource(language, 'choices', value);
    if (typeof word === 'string') return word;
    return isLanguage(value) ? languageNames[value] : value;
  };
}
