import type { Kind } from '@doorwright/crds';
import { Card, CardBody, CardHeader, CardTitle, Skeleton } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { readPage } from '../../http/read-page.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/Link.tsx';
import { useTranslation } from '../../words/use-translation.ts';

const one = { page: 1, pageSize: 1 };

/** The number of objects of a kind. All of the card links to their list. */
export function CountCard({ kind }: { kind: Kind }) {
  const { t, language } = useTranslation('console');
  const { data, error } = useQuery({
    queryKey: [kind.name, 'list', 'count'],
    queryFn: ({ signal }) => readPage(kind, one, { signal }),
    refetchInterval: 30_000,
  });
  return (
    <Card isFullHeight className="count-card">
      <CardHeader>
        <CardTitle component="h2">
          <Link to={paths.list(kind)} className="card-link">
            {t(`${kind.name}:plural`)}
          </Link>
        </CardTitle>
      </CardHeader>
      <CardBody>
        <div className="count">
          {data ? data.total.toLocaleString(language) : error ? '–' : <Skeleton width="4rem" />}
        </div>
        <p>{t(`cards.${kind.name}`)}</p>
      </CardBody>
    </Card>
  );
}
