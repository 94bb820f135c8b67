import { Button } from '@patternfly/react-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../http/call.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useNotify } from '../../ui/Notices.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { type Run, syncKey, touchedBy } from './runs.ts';

type Decision = 'approve' | 'undo' | 'cancel';

/** What a person can decide about a run. It asks where users lose something. */
export function RunDecisions({ run }: { run: Run }) {
  const { t } = useTranslation('sync-runs');
  const notify = useNotify();
  const queries = useQueryClient();
  const place = useRef<HTMLElement>(null);
  const [asked, ask] = useState<Decision>();
  const { isPending, mutate, variables } = useMutation({
    mutationFn: (decision: Decision) => call(`${decision}-sync-run`, { query: { run: run.id }, body: {} }),
    onError: (error) => notify('danger', error.message),
    onSettled() {
      // The button is gone with its state.
      place.current?.focus();
      void queries.invalidateQueries({ queryKey: syncKey });
      // The bell knows of runs that wait.
      void queries.invalidateQueries({ queryKey: ['notifications'] });
    },
  });
  const offered = [
    { decision: 'approve', isOffered: run.canApprove, asks: touchedBy(run) > 0, variant: 'primary' },
    { decision: 'undo', isOffered: run.canUndo, asks: true, variant: 'secondary' },
    { decision: 'cancel', isOffered: run.canCancel, asks: false, variant: 'secondary' },
  ] as const;
  const { change, disable, purge, done } = run.counts;
  return (
    <>
      <section className="sync-decisions" aria-label={t('common:action')} tabIndex={-1} ref={place}>
        {offered
          .filter(({ isOffered }) => isOffered)
          .map(({ decision, asks, variant }) => (
            <Button
              key={decision}
              variant={variant}
              isLoading={isPending && variables === decision}
              isAriaDisabled={isPending}
              onClick={() => !isPending && (asks ? ask(decision) : mutate(decision))}
            >
              {t(`decisions.${decision}`)}
            </Button>
          ))}
      </section>
      {asked && (
        <ConfirmDialog
          title={t(`ask.${asked}.title`)}
          about={t(`ask.${asked}.about`, { change, disable, purge, done })}
          stay={t('common:cancel')}
          onStay={() => ask(undefined)}
        >
          <Button
            variant="danger"
            onClick={() => {
              mutate(asked);
              ask(undefined);
            }}
          >
            {t(`decisions.${asked}`)}
          </Button>
        </ConfirmDialog>
      )}
    </>
  );
}
