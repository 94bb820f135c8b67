import { i18n, language } from './catalogues.ts';
import { useTranslation } from './use-translation.ts';

/** The label of a choice. Most are translated; names of algorithms and the like are not. */
export function useChoiceWords(): (value: string) => string {
  useTranslation('choices');
  // A value is no key: it may be an address with a colon.
  return (value) => (i18n.getResource(language, 'choices', value) as string | undefined) ?? value;
}
