import type { Row } from '@doorwright/crds';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { hasText } from '../../words/translate.ts';
import { partsOf, useRecordWords } from './record-words.ts';

interface Change {
  field: string;
  before: string;
  after: string;
}

/** The changed fields under their labels, with both values. */
export function Changes({ row }: { row: Row }) {
  const { t } = useRecordWords();
  const { kind } = partsOf(String(row.object ?? ''));
  const labelOf = (field: string) =>
    kind && hasText(`fields.${field}`, kind.name) ? t(`${kind.name}:fields.${field}`) : field;
  const headings = { field: t('field'), before: t('before'), after: t('after') };
  return (
    <Table variant="compact" borders={false} gridBreakPoint="" aria-label={t('changes')}>
      <Thead>
        <Tr>
          {Object.entries(headings).map(([key, title]) => (
            <Th key={key}>{title}</Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {(row.changes as Change[]).map(({ field, before, after }) => (
          <Tr key={field}>
            <Td dataLabel={headings.field}>{labelOf(field)}</Td>
            <Td dataLabel={headings.before} className="path">
              <del>{before}</del>
            </Td>
            <Td dataLabel={headings.after} className="path">
              <ins>{after}</ins>
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
