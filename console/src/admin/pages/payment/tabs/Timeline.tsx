import type { Row } from '@doorwright/crds';
import { Content, Label } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { FailedState } from '../../../ui/FailedState.tsx';
import { PlainTable } from '../../../ui/PlainTable.tsx';
import { useChoiceWords } from '../../../words/choice-words.ts';
import { useTranslation } from '../../../words/use-translation.ts';
import { eventsQuery, type PaymentEvent } from './payment-queries.ts';
import { timeText } from './time-text.ts';

const colours: Readonly<Partial<Record<PaymentEvent['type'], 'red' | 'blue' | 'orange'>>> = {
  refused: 'red',
  changed: 'blue',
  refund: 'orange',
};

/** What happened to a payment: each notification, each answer of the service, and each change. */
export function Timeline({ object }: { object: Row }) {
  const { t, language } = useTranslation('sales');
  const word = useChoiceWords();
  const { data, error, refetch } = useQuery(eventsQuery(object));
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const heads = (['time', 'event', 'cause', 'state', 'words'] as const).map((head) => t(`timeline.${head}`));
  const causeOf = ({ cause, by }: PaymentEvent) =>
    by ? t('timeline.personNamed', { name: by }) : t(`timeline.causes.${cause}`);
  const cellsOf = (event: PaymentEvent) => [
    <time key="time" dateTime={event.createdTime}>
      {timeText(event.createdTime, language)}
    </time>,
    <Label key="event" isCompact color={colours[event.type] ?? 'grey'}>
      {t(`timeline.types.${event.type}`)}
    </Label>,
    causeOf(event),
    word(event.state),
    <bdi key="words">{event.words || '–'}</bdi>,
  ];
  return (
    <section className="below" aria-label={t('timeline.title')}>
      {data.length === 0 && <Content component="p">{t('timeline.none')}</Content>}
      {data.length > 0 && (
        <PlainTable title={t('timeline.title')} heads={heads} rows={data} keyOf={({ id }) => id} cellsOf={cellsOf} />
      )}
    </section>
  );
}
