import type { Kind } from '@doorwright/crds';
import { Card, CardBody, CardHeader, CardTitle, Skeleton } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { readPage } from '../../resource/read-page.ts';

const one = { page: 1, pageSize: 1 };

/** How many objects of a kind there are, and the way to them. */
export function CountCard({ kind }: { kind: Kind }) {
  const { t, i18n } = useTranslation('console');
  const { data, error } = useQuery({
    queryKey: [kind.name, 'list', 'count'],
    queryFn: ({ signal }) => readPage(kind, one, { signal }),
    refetchInterval: 30_000,
  });
  return (
    <Card isFullHeight className="count-card">
      <CardHeader>
        <CardTitle component="h2">
          <Link to={paths.list(kind)}>{t(`${kind.name}:plural`)}</Link>
        </CardTitle>
      </CardHeader>
      <CardBody>
        <div className="count">
          {data ? data.total.toLocaleString(i18n.language) : error ? '–' : <Skeleton width="4rem" />}
        </div>
        <p>{t(`cards.${kind.name}`)}</p>
      </CardBody>
    </Card>
  );
}
