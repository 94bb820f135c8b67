import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactNode } from 'react';

interface Props<Row> {
  title: string;
  heads: readonly string[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** One cell for each head. A text stays in one line if `keepsTexts`. */
  cellsOf: (row: Row) => readonly ReactNode[];
  keepsTexts?: boolean;
  borders?: boolean;
}

/** A table that shows rows, and has neither selection nor sorting. */
export function PlainTable<Row>({ title, heads, rows, keyOf, cellsOf, keepsTexts, borders = true }: Props<Row>) {
  return (
    <Table variant="compact" borders={borders} gridBreakPoint="grid-lg" aria-label={title}>
      <Thead>
        <Tr>
          {heads.map((head) => (
            <Th key={head} modifier="nowrap">
              {head}
            </Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {rows.map((row) => (
          <Tr key={keyOf(row)}>
            {cellsOf(row).map((cell, at) => (
              <Td
                key={heads[at]}
                dataLabel={heads[at] ?? ''}
                modifier={keepsTexts && typeof cell === 'string' ? 'nowrap' : 'breakWord'}
              >
                {cell}
              </Td>
            ))}
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
