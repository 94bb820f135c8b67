import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { useSettled } from '../../../fields/use-settled.ts';
import { call } from '../../../http/call.ts';

export interface Written {
  title: string;
  content: string;
  text: string;
}

export interface LetterChoice {
  letter: string;
  language: string;
}

/** The letter as the api writes it with the typed settings, once somebody pauses. */
export function useLetter({ letter, language }: LetterChoice) {
  const [title, content, mailTemplates] = useFormContext().watch(['title', 'content', 'mailTemplates']);
  const typed = JSON.stringify({ title, content, mailTemplates });
  const { settled } = useSettled(typed);
  return useQuery({
    queryKey: ['preview-mail', settled, letter, language],
    enabled: settled !== undefined,
    placeholderData: (before: Written | undefined) => before,
    retry: false,
    queryFn: async () => {
      const body = { ...JSON.parse(settled ?? '{}'), letter, language };
      return (await call<Written>('preview-mail', { body, kind: 'provider' })).data;
    },
  });
}
