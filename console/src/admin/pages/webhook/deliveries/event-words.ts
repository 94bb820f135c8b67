import { useChoiceWords } from '../../../words/choice-words.ts';
import { useTranslation } from '../../../words/use-translation.ts';

/** The words of an event. The test is no choice of a webhook. */
export function useEventWords(): (event: string) => string {
  const { t } = useTranslation('webhook-deliveries');
  const word = useChoiceWords();
  return (event) => (event === 'test' ? t('testEvent') : word(event));
}
