import type { Row } from '@doorwright/crds';
import { Content, Flex, FlexItem } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useQuery } from '@tanstack/react-query';
import { readPage } from '../../http/read-page.ts';
import { registry } from '../../kinds.ts';
import { AddButton } from '../../list/AddButton.tsx';
import { Cell } from '../../list/Cell.tsx';
import { type KindList, KindListProvider } from '../../list/kind-list.ts';
import { RowActions } from '../../list/RowActions.tsx';
import { paths } from '../../paths.ts';
import { Link } from '../../router/Link.tsx';
import { useAccount } from '../../session/account.ts';
import { FailedState } from '../../ui/FailedState.tsx';
import { useTranslation } from '../../words/use-translation.ts';

const kind = registry.named('ldap');

const special: KindList = {
  leadsTo: ({ id }) => [{ words: 'editor:ldap.sync', path: paths.ldapSync(String(id)) }],
};

/** The directories whose entries become users of the organization. */
export function LdapServers({ object }: { object: Row }) {
  const account = useAccount();
  const { t } = useTranslation('editor');
  const owner = String(object.name);
  const query = { page: 1, pageSize: 100, owner };
  const { data, error, refetch } = useQuery({
    queryKey: [kind.name, 'list', query],
    queryFn: ({ signal }) => readPage(kind, query, { signal }),
  });
  const heads = [
    t('ldap:fields.serverName'),
    t('ldap.server'),
    t('ldap:fields.baseDn'),
    t('ldap:fields.autoSync'),
    t('ldap:fields.lastSync'),
  ];
  return (
    <section className="below" aria-label={t('ldap:plural')}>
      <Flex>
        <FlexItem>
          <Content component="h2">{t('ldap:plural')}</Content>
        </FlexItem>
        <FlexItem>
          <AddButton kind={kind} organization={owner} />
        </FlexItem>
      </Flex>
      {error && <FailedState error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <Content component="p">{t('ldap.none')}</Content>}
      {data && data.total > 0 && (
        <Table variant="compact" gridBreakPoint="grid-lg" aria-label={t('ldap:plural')}>
          <Thead>
            <Tr>
              {heads.map((head) => (
                <Th key={head}>{head}</Th>
              ))}
              <Th screenReaderText={t('common:action')} />
            </Tr>
          </Thead>
          <Tbody>
            {data.rows.map((row) => (
              <Tr key={String(row.id)}>
                {[
                  <Link key="name" to={paths.editor(kind, row)}>
                    {String(row.serverName || row.id)}
                  </Link>,
                  `${row.host}:${row.port}`,
                  String(row.baseDn),
                  Number(row.autoSync) === 0 ? t('ldap.off') : t('ldap.every', { count: Number(row.autoSync) }),
                  <Cell key="last" kind={kind} column={{ field: 'lastSync', cell: 'time' }} row={row} />,
                ].map((cell, at) => (
                  <Td key={heads[at]} dataLabel={heads[at] ?? ''}>
                    {cell}
                  </Td>
                ))}
                <Td isActionCell>
                  <KindListProvider value={special}>
                    <RowActions kind={kind} row={row} account={account} />
                  </KindListProvider>
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
    </section>
  );
}
