import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError } from '../../../shared/exchange.ts';
import { call } from '../../http/call.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { isBusy, type Run, type Source, syncKey } from './runs.ts';

/** Starts a run, or a plan that changes nobody, and waits for its end as long as the server does. */
export function useRunSource({ kind, id }: Source, onRun: (id: string) => void) {
  const { t } = useTranslation('sync-runs');
  const notify = useNotify();
  const queries = useQueryClient();
  const tellFailure = (error: string) => notify('danger', t(`failed.${kind}`, { error }));
  return useMutation({
    mutationFn: async (isPlan: boolean) => {
      const query = { id, plan: isPlan ? 'true' : undefined };
      return (await call<Run>(`run-${kind}`, { query, body: {} })).data;
    },
    onSuccess(run, isPlan) {
      onRun(run.id);
      // A longer run, and a plan, are told in their place.
      if (isPlan || isBusy(run)) return;
      if (run.state === 'degraded') tellFailure(t('notTaken', { count: run.counts.failed }));
      else notify('success', t(`ran.${kind}`));
    },
    onError(error) {
      tellFailure(error.message);
      const run = error instanceof CallError ? (error.data as Run | null) : null;
      if (run) onRun(run.id);
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: syncKey }),
  });
}
