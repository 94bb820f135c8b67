import {
  Button,
  Card,
  CardBody,
  CardHeader,
  CardTitle,
  EmptyState,
  EmptyStateBody,
  Flex,
  FlexItem,
  Skeleton,
} from '@patternfly/react-core';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { DailyChart } from './DailyChart.tsx';
import type { Series } from './series.ts';

const DailyTable = lazyPart(async () => (await import('./DailyTable.tsx')).DailyTable);

interface Props {
  title: string;
  empty: { title: string; body: string };
  /** Undefined while it loads. */
  days: readonly string[] | undefined;
  series: readonly Series[];
}

/** Counts by day, as a chart or as a table. */
export function ActivityCard({ title, empty, days, series }: Props) {
  const { t, language } = useTranslation('home');
  const [isTable, setTable] = useState(false);
  const totals = series.map(({ counts, isOfEachDay }) =>
    isOfEachDay ? Math.max(0, ...counts) : counts.reduce((sum, count) => sum + count, 0),
  );
  const isEmpty = days !== undefined && totals.every((total) => total === 0);
  const toggle = (
    <Button
      variant="link"
      isInline
      onClick={() => setTable(!isTable)}
      aria-label={`${title}: ${t(isTable ? 'asChart' : 'asTable')}`}
    >
      {t(isTable ? 'asChart' : 'asTable')}
    </Button>
  );
  return (
    <Card isFullHeight>
      <CardHeader {...(days && !isEmpty && { actions: { actions: toggle, hasNoOffset: true } })}>
        <CardTitle component="h3">{title}</CardTitle>
      </CardHeader>
      <CardBody>
        {!days ? (
          <Skeleton height="15rem" screenreaderText={t('common:loading')} />
        ) : isEmpty ? (
          <EmptyState variant="sm" titleText={empty.title} headingLevel="h4">
            <EmptyStateBody>{empty.body}</EmptyStateBody>
          </EmptyState>
        ) : (
          <>
            <Flex className="legend">
              {series.map(({ title: name, colour, isOfEachDay }, at) => (
                <FlexItem key={name} className={`legend-${colour}`}>
                  {isOfEachDay ? t('mostOnADay') : name}: <b>{totals[at]?.toLocaleString(language)}</b>
                </FlexItem>
              ))}
            </Flex>
            {isTable ? (
              <Suspense fallback={<Skeleton height="15rem" screenreaderText={t('common:loading')} />}>
                <DailyTable title={title} days={days} series={series} />
              </Suspense>
            ) : (
              <DailyChart
                title={title}
                description={series.map(({ title: name }, at) => `${name}: ${totals[at]}`).join(', ')}
                days={days}
                series={series}
              />
            )}
          </>
        )}
      </CardBody>
    </Card>
  );
}
