import { useTranslation } from 'react-i18next';

/** What a value that one chooses is called: most have a word in every language, names of algorithms and the like do not. */
export function useChoiceWords(): (value: string) => string {
  const { t } = useTranslation('choices');
  return (value) => t(value, { defaultValue: value, nsSeparator: false, keySeparator: false });
}
