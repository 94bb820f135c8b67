import { type CallProblem, problemValues } from '@doorwright/crds/options/call-problems.ts';
import { hasText } from './translate.ts';
import { useTranslation } from './use-translation.ts';

type Told = Partial<Record<keyof CallProblem, string | undefined>>;

/** The sentence of a failed call. One of another version of the server stays as the server wrote it. */
export function useCallProblem(): (problem: Told, english: string) => string {
  const { t } = useTranslation('call-problems');
  return ({ code = '', value = '' }, english) =>
    code && hasText(code, 'call-problems') ? t(code, problemValues(value)) : english;
}
