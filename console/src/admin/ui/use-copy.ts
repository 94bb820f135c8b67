import { copyText } from '../browser/copy-and-download.ts';
import { useTranslation } from '../words/use-translation.ts';
import { useNotify } from './Notices.tsx';

/** Copies a text and returns whether that worked. A toast shows `said` after success, or the failure. */
export function useCopy(): (text: string, said?: string) => Promise<boolean> {
  const { t } = useTranslation();
  const notify = useNotify();
  return async (text, said) => {
    const isCopied = await copyText(text);
    if (!isCopied) notify('danger', t('notCopied'));
    else if (said) notify('success', said);
    return isCopied;
  };
}
