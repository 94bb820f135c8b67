import { Button, Content } from '@patternfly/react-core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Pages } from '../../list/Pages.tsx';
import { FailedState } from '../../ui/FailedState.tsx';
import { SingleSelect } from '../../ui/SingleSelect.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { RowTable } from './RowTable.tsx';
import { type Run, rowActions, rowStates, rowsQuery } from './runs.ts';

const first = { page: 1, pageSize: 50, action: '', state: '' };

/** The people of a run, found by what it does with them and by what became of it. */
export function RunRows({ run }: { run: Run }) {
  const { t } = useTranslation('sync-runs');
  const [asked, setAsked] = useState(first);
  const { data, error, refetch } = useQuery({ ...rowsQuery(run, asked), placeholderData: keepPreviousData });
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const isFiltered = asked.action !== '' || asked.state !== '';
  if (data.total === 0 && !isFiltered) return <Content component="p">{t('nobody')}</Content>;
  const choices = (names: readonly string[], all: string, words: string) => [
    { value: '', title: t(all) },
    ...names.map((value) => ({ value, title: t(`${words}.${value}`) })),
  ];
  return (
    <>
      <div className="sync-tools">
        <SingleSelect
          label={t('action')}
          choices={choices(rowActions, 'everyAction', 'counts')}
          chosen={asked.action}
          onChoose={(action) => setAsked({ ...asked, action, page: 1 })}
        />
        <SingleSelect
          label={t('result')}
          choices={choices(rowStates, 'everyResult', 'rowStates')}
          chosen={asked.state}
          onChoose={(state) => setAsked({ ...asked, state, page: 1 })}
        />
        <Button
          component="a"
          variant="link"
          href={`/api/export-sync-rows?${new URLSearchParams({ run: run.id })}`}
          download=""
        >
          {t('csv')}
        </Button>
      </div>
      {data.rows.length === 0 ? <Content component="p">{t('nobodyFound')}</Content> : <RowTable rows={data.rows} />}
      {data.total > first.pageSize && (
        // The list of runs has the other pagination of this page.
        <Pages
          isCompact
          state={asked}
          total={data.total}
          onChange={(change) => setAsked({ ...asked, page: 1, ...change })}
        />
      )}
    </>
  );
}
