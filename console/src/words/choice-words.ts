import { useTranslation } from 'react-i18next';

/** The label of a choice. Most are translated; names of algorithms and the like are not. */
export function useChoiceWords(): (value: string) => string {
  const { t } = useTranslation('choices');
  return (value) => t(value, { defaultValue: value, nsSeparator: false, keySeparator: false });
}
