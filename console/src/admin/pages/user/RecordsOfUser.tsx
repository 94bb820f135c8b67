import type { Row } from '@doorwright/crds';
import { Content } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { registry } from '../../kinds.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/Link.tsx';
import { FailedState } from '../../ui/FailedState.tsx';
import { useKindWords } from '../../words/kind-words.ts';
import { useTranslation } from '../../words/use-translation.ts';
import { Action, Object_, Outcome } from '../record/cells.tsx';
import { RecordTable } from './RecordTable.tsx';
import { recordsOfUser } from './records-of-user.ts';

const kind = registry.named('record');

const columns = [
  { field: 'createdTime', cell: 'time' },
  { field: 'action', Content: Action },
  { field: 'object', Content: Object_ },
  { field: 'outcome', Content: Outcome },
  { field: 'clientIp', cell: 'place' },
] as const;

const shown = 20;

/** The latest requests of a user and the refused sign-ins to their account. */
export function RecordsOfUser({ object: { owner, name } }: { object: Row }) {
  const { t } = useTranslation('users');
  const words = useKindWords(kind);
  const { data, error, refetch } = useQuery({
    queryKey: [kind.name, 'list', 'of user', owner, name],
    queryFn: ({ signal }) =>
      recordsOfUser({ owner: String(owner), name: String(name), shown }, { outcome: 'refused' }, signal),
  });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <section className="connect" aria-label={words.plural}>
      {data.length === 0 ? (
        <Content component="p">{t('noRecords')}</Content>
      ) : (
        <RecordTable label={words.plural} columns={columns} rows={data} />
      )}
      <Link to={paths.limited(kind, 'person', `${owner}/${name}`)}>{t('allRecords')}</Link>
    </section>
  );
}
