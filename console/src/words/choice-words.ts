import { textOf } from './catalogues.ts';
import { useTranslation } from './use-translation.ts';

/** The label of a choice. Most are translated; names of algorithms and the like are not. */
export function useChoiceWords(): (value: string) => string {
  useTranslation('choices');
  return (value) => textOf('choices', value) ?? value;
}
