import type { ListColumn, Row } from '@doorwright/crds';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ComponentType } from 'react';
import { registry } from '../../kinds.ts';
import { Cell } from '../../list/Cell.tsx';
import { useKindWords } from '../../words/kind-words.ts';

const kind = registry.named('record');

/** A column as in the list of records, or with words of its own. */
export type RecordColumn = ListColumn | { field: string; Content: ComponentType<{ row: Row }> };

interface Props {
  label: string;
  columns: readonly RecordColumn[];
  rows: readonly Row[];
}

/** Records on the page of a user. */
export function RecordTable({ label, columns, rows }: Props) {
  const words = useKindWords(kind);
  return (
    <Table variant="compact" aria-label={label} borders={false}>
      <Thead>
        <Tr>
          {columns.map(({ field }) => (
            <Th key={field}>{words.field(field)}</Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {rows.map((row) => (
          <Tr key={String(row.name)}>
            {columns.map((column) => (
              <Td key={column.field} dataLabel={words.field(column.field)}>
                {'Content' in column ? <column.Content row={row} /> : <Cell kind={kind} column={column} row={row} />}
              </Td>
            ))}
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
