import type { Row } from '@doorwright/crds';
import { Content, Label } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useQuery } from '@tanstack/react-query';
import { FailedState } from '../../../ui/FailedState.tsx';
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
  return (
    <section className="below" aria-label={t('timeline.title')}>
      {data.length === 0 && <Content component="p">{t('timeline.none')}</Content>}
      {data.length > 0 && (
        <Table variant="compact" gridBreakPoint="grid-lg" aria-label={t('timeline.title')}>
          <Thead>
            <Tr>
              {heads.map((head) => (
                <Th key={head} modifier="nowrap">
                  {head}
                </Th>
              ))}
            </Tr>
          </Thead>
          <Tbody>
            {data.map((event) => (
              <Tr key={event.id}>
                {[
                  <time key="time" dateTime={event.createdTime}>
                    {timeText(event.createdTime, language)}
                  </time>,
                  <Label key="event" isCompact color={colours[event.type] ?? 'grey'}>
                    {t(`timeline.types.${event.type}`)}
                  </Label>,
                  causeOf(event),
                  word(event.state),
                  <bdi key="words">{event.words || '–'}</bdi>,
                ].map((cell, at) => (
                  <Td key={heads[at]} dataLabel={heads[at] ?? ''} modifier="breakWord">
                    {cell}
                  </Td>
                ))}
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
    </section>
  );
}
