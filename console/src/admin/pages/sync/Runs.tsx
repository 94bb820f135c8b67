import { Content } from '@patternfly/react-core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { Pages } from '../../list/Pages.tsx';
import { FailedState } from '../../ui/FailedState.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { RunNews } from './RunNews.tsx';
import { RunTable } from './RunTable.tsx';
import { isBusy, runsQuery, type Source, waitsForPerson } from './runs.ts';
import { SourceTools } from './SourceTools.tsx';
import { useRunSource } from './use-run-source.ts';
import './sync.css';

/** The runs of a source: its state, the buttons that start one, and what each one did. */
export function Runs({ source }: { source: Source }) {
  const { t } = useTranslation('sync-runs');
  const { isDirty } = useFormState({ control: useFormContext().control });
  const [asked, setAsked] = useState({ page: 1, pageSize: 10 });
  const [opened, setOpened] = useState<string>();
  // The run whose progress is told.
  const [followed, follow] = useState('');
  const starting = useRunSource(source, (id) => {
    setAsked({ ...asked, page: 1 });
    setOpened(id);
    follow(id);
  });
  const query = useQuery({ ...runsQuery(source, asked, starting.isPending), placeholderData: keepPreviousData });
  if (query.error && !query.data) return <FailedState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return null;
  const { rows, about } = query.data;
  const current = rows.find(isBusy);
  if (current && current.id !== followed) follow(current.id);
  // A run that waits for a person shows why, and stays open after the decision.
  const waiting = rows.find(waitsForPerson);
  if (opened === undefined && waiting) setOpened(waiting.id);
  return (
    <section className="below sync-runs" aria-label={t('title')}>
      <SourceTools source={source} about={about} starting={starting} isBusy={current !== undefined} />
      {isDirty && <Content component="p">{t('unsaved')}</Content>}
      <RunNews isStarting={starting.isPending} run={rows.find(({ id }) => id === followed)} />
      {rows.length === 0 ? (
        <Content component="p">{t('none')}</Content>
      ) : (
        <RunTable rows={rows} opened={opened ?? ''} onOpen={setOpened} />
      )}
      {about.total > asked.pageSize && (
        <Pages state={asked} total={about.total} onChange={(change) => setAsked({ ...asked, page: 1, ...change })} />
      )}
    </section>
  );
}
