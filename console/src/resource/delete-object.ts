import type { Kind, Row } from '@doorwright/crds';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../http/call.ts';
import { useNotify } from '../ui/Notices.tsx';
import { useKindWords } from '../words/kind-words.ts';

/** Deletes an object and tells how it went. */
export function useDelete(
  kind: Kind,
  { onDone, onDeleted }: { onDone: () => void; onDeleted?: (() => void) | undefined },
) {
  const { t } = useTranslation();
  const words = useKindWords(kind);
  const notify = useNotify();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ owner, [kind.key]: key }: Row) => call(`delete-${kind.name}`, { body: { owner, [kind.key]: key } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: [kind.name] });
      notify('success', t('deleted', { kind: words.title }));
      onDeleted?.();
    },
    onError: (error) => notify('danger', t('failedToDelete', { kind: words.title, error: error.message })),
    onSettled: onDone,
  });
}
