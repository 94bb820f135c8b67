import type { Row } from '@doorwright/crds';
import { Card, CardBody, CardTitle, Content } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { registry } from '../../../kinds.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../router/Link.tsx';
import { FailedState } from '../../../ui/FailedState.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { Action, Actor, Object_, Outcome } from '../../record/cells.tsx';
import { RecordTable } from '../RecordTable.tsx';
import { recordsOfUser } from '../records-of-user.ts';
import { idOf, whomOf } from './standing.ts';
import { useStored } from './use-dossier.ts';

const kind = registry.named('record');

const shown = 8;

const columns = [
  { field: 'createdTime', cell: 'time' },
  { field: 'action', Content: Done },
  { field: 'user', Content: Actor },
  { field: 'outcome', Content: Outcome },
  { field: 'clientIp', cell: 'place' },
] as const;

/** The action and its object. The user is the subject of the page, so they are not named. */
function Done({ row }: { row: Row }) {
  const { owner, name } = whomOf(useStored());
  if (row.object === '' || row.object === `user ${owner}/${name}`) return <Action row={row} />;
  return (
    <>
      <Action row={row} />: <Object_ row={row} />
    </>
  );
}

/** What the user did, what others did to them, and what was refused. */
export function Recent({ user }: { user: Row }) {
  const { t } = useTranslation(['dossier', 'users']);
  const whom = whomOf(user);
  const { data, error, refetch } = useQuery({
    queryKey: [kind.name, 'list', 'about user', whom.owner, whom.name],
    queryFn: ({ signal }) => recordsOfUser({ ...whom, shown }, {}, signal),
  });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <Card isCompact component="section" aria-label={t('recent')} className="dossier-wide">
      <CardTitle component="h2">{t('recent')}</CardTitle>
      <CardBody>
        {data.length === 0 ? (
          <Content component="p">{t('users:noRecords')}</Content>
        ) : (
          <RecordTable label={t('recent')} columns={columns} rows={data} />
        )}
        <Link to={paths.limited(kind, 'person', idOf(whom))}>{t('users:allRecords')}</Link>
      </CardBody>
    </Card>
  );
}
