import type { Row } from '@doorwright/crds';
import { Card, CardBody, CardTitle, Content } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useQuery } from '@tanstack/react-query';
import { registry } from '../../../kinds.ts';
import { Cell } from '../../../list/Cell.tsx';
import { paths } from '../../../paths.ts';
import { Link } from '../../../router/Link.tsx';
import { FailedState } from '../../../ui/FailedState.tsx';
import { useKindWords } from '../../../words/kind-words.ts';
import { useTranslation } from '../../../words/use-translation.ts';
import { Action, Actor, Object_, Outcome } from '../../record/cells.tsx';
import { recordsOfUser } from '../records-of-user.ts';
import { whomOf } from './standing.ts';
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
  const words = useKindWords(kind);
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
          <Table variant="compact" aria-label={t('recent')} borders={false}>
            <Thead>
              <Tr>
                {columns.map(({ field }) => (
                  <Th key={field}>{words.field(field)}</Th>
                ))}
              </Tr>
            </Thead>
            <Tbody>
              {data.map((row) => (
                <Tr key={String(row.name)}>
                  {columns.map((column) => (
                    <Td key={column.field} dataLabel={words.field(column.field)}>
                      {'Content' in column ? (
                        <column.Content row={row} />
                      ) : (
                        <Cell kind={kind} column={column} row={row} />
                      )}
                    </Td>
                  ))}
                </Tr>
              ))}
            </Tbody>
          </Table>
        )}
        <Link to={paths.found(kind, 'user', whom.name)}>{t('users:allRecords')}</Link>
      </CardBody>
    </Card>
  );
}
