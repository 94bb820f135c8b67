import type { Row } from '@doorwright/crds';
import { Button, Card, CardBody, CardTitle, Content } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../http/call.ts';
import { readPage } from '../../../http/read-page.ts';
import { registry } from '../../../kinds.ts';
import { Cell } from '../../../list/Cell.tsx';
import { paths } from '../../../paths.ts';
import { Link } from '../../../router/Link.tsx';
import { FailedState } from '../../../ui/FailedState.tsx';
import { useKindWords } from '../../../words/kind-words.ts';
import { useTranslation } from '../../../words/use-translation.ts';
import type { Asked } from './ActionDialog.tsx';
import { ActionDialog } from './action-dialog.ts';
import { useCare, whomOf } from './standing.ts';

const kind = registry.named('session');

const columns = [
  { field: 'userAgent', cell: 'device' },
  { field: 'clientIp', cell: 'place' },
  { field: 'applications' },
  { field: 'lastSeenTime', cell: 'time' },
] as const;

const shown = 5;

interface Props {
  user: Row;
  refreshed: () => Promise<void>;
}

/** Where the user is signed in. */
export function Sessions({ user, refreshed }: Props) {
  const { t } = useTranslation('dossier');
  const words = useKindWords(kind);
  const { may } = useCare(user);
  const [asked, setAsked] = useState<Asked>();
  const { owner, name } = whomOf(user);
  const { data, error, refetch } = useQuery({
    queryKey: [kind.name, 'list', 'of user', owner, name],
    queryFn: ({ signal }) => readPage(kind, { page: 1, pageSize: shown, owner, equals: { user: name } }, { signal }),
  });
  const end = ({ id }: Row) =>
    setAsked({
      ...{ key: 'session', named: { name } },
      run: () => call('end-user-sessions', { kind: 'session', body: { owner, name, sessions: [id] } }),
    });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const title = data.total > 0 ? `${words.plural} (${data.total})` : words.plural;
  return (
    <Card isCompact component="section" aria-label={words.plural} className="dossier-wide">
      <CardTitle component="h2">{title}</CardTitle>
      <CardBody>
        {data.total === 0 ? (
          <Content component="p">{t('noSessions')}</Content>
        ) : (
          <Table variant="compact" aria-label={words.plural} borders={false}>
            <Thead>
              <Tr>
                {columns.map(({ field }) => (
                  <Th key={field}>{words.field(field)}</Th>
                ))}
                {may && <Th screenReaderText={t('end')} />}
              </Tr>
            </Thead>
            <Tbody>
              {data.rows.map((row) => (
                <Tr key={String(row.id)}>
                  {columns.map((column) => (
                    <Td key={column.field} dataLabel={words.field(column.field)}>
                      <Cell kind={kind} column={column} row={row} />
                    </Td>
                  ))}
                  {may && (
                    <Td modifier="fitContent">
                      {row.isThis === true ? (
                        t('kind-lists:session.badges.isThis')
                      ) : (
                        <Button
                          variant="link"
                          isInline
                          isDanger
                          aria-label={t('endIn', { where: String(row.clientIp) })}
                          onClick={() => end(row)}
                        >
                          {t('end')}
                        </Button>
                      )}
                    </Td>
                  )}
                </Tr>
              ))}
            </Tbody>
          </Table>
        )}
        {data.total > shown && <Link to={paths.found(kind, 'user', name)}>{t('moreSessions')}</Link>}
        {asked && <ActionDialog asked={asked} onDone={refreshed} onClose={() => setAsked(undefined)} />}
      </CardBody>
    </Card>
  );
}
