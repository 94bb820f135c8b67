import { Card, CardBody, CardHeader, CardTitle, EmptyState, Skeleton } from '@patternfly/react-core';
import { useTranslation } from '../../words/use-translation.ts';
import type { Counted } from './dashboard.ts';

interface Props {
  title: string;
  empty: string;
  /** Undefined while it loads. */
  counted: readonly Counted[] | undefined;
  /** The name for people. */
  nameOf: (name: string) => string;
  isBad?: boolean;
}

/** The most frequent values of a period, each with a bar. */
export function MostCard({ title, empty, counted, nameOf, isBad = false }: Props) {
  const { t, language } = useTranslation('home');
  const most = Math.max(...(counted ?? []).map(({ count }) => count));
  return (
    <Card isFullHeight>
      <CardHeader>
        <CardTitle component="h3">{title}</CardTitle>
      </CardHeader>
      <CardBody>
        {!counted ? (
          <Skeleton height="10rem" screenreaderText={t('common:loading')} />
        ) : counted.length === 0 ? (
          <EmptyState variant="sm" titleText={empty} headingLevel="h4" />
        ) : (
          <dl className="most">
            {counted.map(({ name, count }) => (
              <div key={name}>
                <dt>{nameOf(name)}</dt>
                <dd>{count.toLocaleString(language)}</dd>
                <dd
                  aria-hidden="true"
                  className={isBad ? 'most-bar most-bad' : 'most-bar'}
                  style={{ inlineSize: `${(100 * count) / most}%` }}
                />
              </div>
            ))}
          </dl>
        )}
      </CardBody>
    </Card>
  );
}
