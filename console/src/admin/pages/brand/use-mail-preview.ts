import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../http/call.ts';
import { language } from '../../words/catalogues.ts';

export interface MailPreview {
  title: string;
  content: string;
}

/** The letter with a code, in the looks of a form. The server writes it, and sends nothing. */
export function useMailPreview(
  isWanted: boolean,
  { name, logo, primaryColor }: Record<'name' | 'logo' | 'primaryColor', string>,
): MailPreview | undefined {
  const body = { letter: 'code', language, name, logo, primaryColor };
  const { data } = useQuery({
    queryKey: ['mail', 'preview', body],
    queryFn: async ({ signal }) => (await call<MailPreview>('preview-mail', { body, signal })).data,
    enabled: isWanted,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  return data;
}
