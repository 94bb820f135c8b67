import type { Kind } from '@doorwright/crds';
import { Card, CardBody, CardHeader, CardTitle, Skeleton } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { readPage } from '../../http/read-page.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/Link.tsx';
import { useTranslation } from '../../words/use-translation.ts';

const one = { page: 1, pageSize: 1 };

interface Props {
  kind: Kind;
  /** A field and its value, to count only some objects. */
  only?: { field: string; value: string };
}

/** The number of objects of a kind, with a link to their list. */
export function CountCard({ kind, only }: Props) {
  const { t, language } = useTranslation('console');
  const { data, error } = useQuery({
    queryKey: [kind.name, 'list', 'count', only],
    queryFn: ({ signal }) => readPage(kind, { ...one, ...only }, { signal }),
    refetchInterval: 30_000,
  });
  return (
    <Card isFullHeight className="count-card">
      <CardHeader>
        <CardTitle component="h2">
          <Link to={{ pathname: paths.list(kind), search: String(new URLSearchParams(only)) }}>
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
