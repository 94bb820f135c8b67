import { useTranslation } from 'react-i18next';
import { useNotify } from './Notices.tsx';
import { copyText } from './take-away.ts';

/** Copies a text and answers whether it could; what could not be copied is told, and so is `said` of what was. */
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
