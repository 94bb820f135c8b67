import { Flex, FlexItem, Gallery, Stack, StackItem, Title, ToggleGroup, ToggleGroupItem } from '@patternfly/react-core';
import { useState } from 'react';
import { FailedState } from '../../ui/FailedState.tsx';
import { hasText } from '../../words/translate.ts';
import { useTranslation } from '../../words/use-translation.ts';
import { applicationName, useRecordWords } from '../record/record-words.ts';
import { ActivityCard } from './ActivityCard.tsx';
import './charts.css';
import { CertsCard } from './CertsCard.tsx';
import { useDashboard } from './dashboard.ts';
import { MostCard } from './MostCard.tsx';

const periods = [7, 30] as const;

/** Charts of the last days, and the certs that expire next. */
export function Activity() {
  const { t } = useTranslation('home');
  const { reason } = useRecordWords();
  const [period, setPeriod] = useState<number>(periods[0]);
  const { data, error, refetch } = useDashboard(period);
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  const days = data?.days.map(({ day }) => day);
  /** A provider is called by its name. */
  const methodOf = (name: string) => {
    const [, provider] = /^provider (.+)$/.exec(name) ?? [];
    return provider ?? (hasText(`methods.${name}`, 'home') ? t(`methods.${name}`) : reason(name));
  };
  const counts = (name: 'signIns' | 'failedSignIns' | 'activeUsers' | 'newUsers') =>
    data?.days.map((each) => each[name]) ?? [];
  return (
    <Stack hasGutter>
      <StackItem>
        <Flex justifyContent={{ default: 'justifyContentSpaceBetween' }}>
          <Title headingLevel="h2">{t('activity')}</Title>
          <FlexItem>
            <ToggleGroup aria-label={t('period')}>
              {periods.map((count) => (
                <ToggleGroupItem
                  key={count}
                  text={t('lastDays', { count })}
                  isSelected={period === count}
                  onChange={() => setPeriod(count)}
                />
              ))}
            </ToggleGroup>
          </FlexItem>
        </Flex>
      </StackItem>
      <StackItem>
        <Gallery hasGutter minWidths={{ default: '100%', lg: '20rem' }}>
          <ActivityCard
            title={t('signIns')}
            empty={{ title: t('noSignIns'), body: t('noSignInsBody') }}
            days={days}
            series={[
              { title: t('signIns'), colour: 'usual', counts: counts('signIns') },
              { title: t('failedSignIns'), colour: 'bad', counts: counts('failedSignIns') },
            ]}
          />
          <ActivityCard
            title={t('activeUsers')}
            empty={{ title: t('noSignIns'), body: t('noSignInsBody') }}
            days={days}
            series={[{ title: t('activeUsers'), colour: 'usual', counts: counts('activeUsers'), isOfEachDay: true }]}
          />
          <ActivityCard
            title={t('newUsers')}
            empty={{ title: t('noNewUsers'), body: t('noNewUsersBody') }}
            days={days}
            series={[{ title: t('newUsers'), colour: 'usual', counts: counts('newUsers') }]}
          />
          <MostCard
            title={t('byApplication')}
            empty={t('noSignIns')}
            counted={data?.applications}
            nameOf={applicationName}
          />
          <MostCard title={t('byMethod')} empty={t('noSignIns')} counted={data?.methods} nameOf={methodOf} />
          <MostCard title={t('failuresBy')} empty={t('noFailures')} counted={data?.failures} nameOf={reason} isBad />
          <CertsCard certs={data?.certs} />
        </Gallery>
      </StackItem>
    </Stack>
  );
}
