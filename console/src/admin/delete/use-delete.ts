import type { Kind } from '@doorwright/crds';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError } from '../../shared/exchange.ts';
import { call } from '../http/call.ts';
import type { Change } from '../session/sealed.ts';
import { useNotify } from '../ui/Notices.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';

const isGone = (error: unknown) => error instanceof CallError && error.code === 'not-found';

interface Ways {
  onDone: () => void;
  onDeleted?: (() => void) | undefined;
}

/** Deletes an object. A success is a toast; the dialog shows a refusal. */
export function useDelete(kind: Kind, { onDone, onDeleted }: Ways) {
  const { t } = useTranslation();
  const words = useKindWords(kind);
  const notify = useNotify();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ object: { owner, [kind.key]: key }, reason }: Change) =>
      call(`delete-${kind.name}`, { query: { reason }, body: { owner, [kind.key]: key } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: [kind.name] });
      notify('success', t('deleted', { kind: words.title }));
      onDeleted?.();
      onDone();
    },
    onError: (error) => {
      if (!isGone(error)) return;
      // Another user deleted it first, so the lists must drop it.
      notify('danger', t('failedToDelete', { kind: words.title, error: error.message }));
      void queries.invalidateQueries({ queryKey: [kind.name, 'list'] });
      onDone();
    },
  });
  return { ...remove, refusal: isGone(remove.error) ? null : remove.error };
}
