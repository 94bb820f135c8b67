import type { Row } from '@doorwright/crds';
import { Content, Label, LabelGroup, Title } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { registry } from '../../kinds.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/Link.tsx';
import { FailedState } from '../../ui/FailedState.tsx';
import { folded } from '../../ui/folded.ts';
import { useTranslation } from '../../words/use-translation.ts';
import { type Access, useAccessOf } from './access-of-user.ts';
import { SourceLabel } from './SourceLabel.tsx';

const kinds = ['group', 'role', 'permission'];

/** The objects of one kind that the user has, each with its sources. */
function AccessTable({ kind, rows }: { kind: string; rows: readonly Access[] }) {
  const { t } = useTranslation('users');
  const title = t(`${kind}:plural`);
  return (
    <section className="below" aria-label={title}>
      <Title headingLevel="h2" size="md">
        {title}
      </Title>
      {rows.length === 0 ? (
        <Content component="p">{t('common:empty')}</Content>
      ) : (
        <Table variant="compact" aria-label={title}>
          <Thead>
            <Tr>
              <Th width={40}>{t(`${kind}:fields.name`)}</Th>
              <Th>{t('access.source')}</Th>
            </Tr>
          </Thead>
          <Tbody>
            {rows.map((row) => (
              <Tr key={`${row.owner}/${row.name}`}>
                <Td dataLabel={t(`${kind}:fields.name`)} modifier="breakWord">
                  <Link to={paths.editor(registry.named(kind), { ...row })}>{row.displayName || row.name}</Link>{' '}
                  {!row.isEnabled && <Label isCompact>{t(`kind-lists:${kind}.badges.isEnabled`)}</Label>}
                </Td>
                <Td dataLabel={t('access.source')}>
                  <LabelGroup aria-label={t('access.source')} {...folded(t, row.via.length, 5)}>
                    {row.via.map((source) => (
                      <SourceLabel key={`${source.kind} ${source.id}`} {...source} />
                    ))}
                  </LabelGroup>
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
    </section>
  );
}

/** The groups, roles and permissions of a user with their sources, for administrators. Roles and groups are given on the first tab. */
export function AccessOfUser({ object }: { object: Row }) {
  const { data, error, refetch } = useAccessOf(object);
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return kinds.map((kind) => <AccessTable key={kind} kind={kind} rows={data.filter((row) => row.kind === kind)} />);
}
