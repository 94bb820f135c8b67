import type { Row } from '@doorwright/crds';
import { Content } from '@patternfly/react-core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Pages } from '../../../list/Pages.tsx';
import { FailedState } from '../../../ui/FailedState.tsx';
import { SingleSelect } from '../../../ui/SingleSelect.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { DeliveryTable } from './DeliveryTable.tsx';
import { deliveriesQuery, states } from './deliveries.ts';
import { useEventWords } from './event-words.ts';
import { FiguresOfDay } from './FiguresOfDay.tsx';
import { TestButton } from './TestButton.tsx';
import './deliveries.css';

const first = { page: 1, pageSize: 10, state: '', event: '' };

/** The calls of a webhook: what was sent, what its receiver answered, and what waits. */
export function Deliveries({ object }: { object: Row }) {
  const { t } = useTranslation('webhook-deliveries');
  const word = useEventWords();
  const webhook = String(object.name);
  const [asked, setAsked] = useState(first);
  const { data, error, refetch } = useQuery({ ...deliveriesQuery(webhook, asked), placeholderData: keepPreviousData });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { rows, figures } = data;
  const events = [...new Set([...(object.events as readonly string[]), 'test'])];
  const isFiltered = asked.state !== '' || asked.event !== '';
  const choices = (values: readonly string[], all: string, title: (value: string) => string) => [
    { value: '', title: all },
    ...values.map((value) => ({ value, title: title(value) })),
  ];
  return (
    <section className="below deliveries" aria-label={t('title')}>
      <FiguresOfDay figures={figures} />
      <div className="deliveries-tools">
        <SingleSelect
          label={t('state')}
          choices={choices(states, t('everyState'), (state) => t(`states.${state}`))}
          chosen={asked.state}
          onChoose={(state) => setAsked({ ...asked, state, page: 1 })}
        />
        <SingleSelect
          label={t('event')}
          choices={choices(events, t('everyEvent'), word)}
          chosen={asked.event}
          onChoose={(event) => setAsked({ ...asked, event, page: 1 })}
        />
        <TestButton webhook={webhook} isEnabled={object.isEnabled === true} />
      </div>
      {rows.length === 0 ? (
        <Content component="p">{isFiltered ? t('noneFound') : t('none')}</Content>
      ) : (
        <DeliveryTable webhook={webhook} rows={rows} />
      )}
      {figures.total > first.pageSize && (
        <Pages state={asked} total={figures.total} onChange={(change) => setAsked({ ...asked, page: 1, ...change })} />
      )}
    </section>
  );
}
