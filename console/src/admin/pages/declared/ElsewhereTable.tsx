import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { registry } from '../../kinds.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/Link.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { describeCommand, type Elsewhere } from './reports.ts';

/** Objects that clusters declare, with the command that shows their resource's status. */
export function ElsewhereTable({ objects }: { objects: readonly Elsewhere[] }) {
  const { t } = useTranslation('declared');
  return (
    <Table variant="compact" aria-label={t('inClusters')}>
      <Thead>
        <Tr>
          <Th>{t('object')}</Th>
          <Th>{t('command')}</Th>
        </Tr>
      </Thead>
      <Tbody>
        {objects.map((each) => {
          const kind = registry.named(each.kind);
          return (
            <Tr key={each.resource}>
              <Td dataLabel={t('object')}>
                <Link to={paths.editor(kind, { owner: 'admin', [kind.key]: each.object })}>
                  {t(`${kind.name}:title`)} {each.object}
                </Link>
              </Td>
              <Td dataLabel={t('command')}>
                <code className="path">{describeCommand(each)}</code>
              </Td>
            </Tr>
          );
        })}
      </Tbody>
    </Table>
  );
}
