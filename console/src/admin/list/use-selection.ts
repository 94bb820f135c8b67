import type { Kind, Row } from '@doorwright/crds';
import { useCallback, useMemo, useState } from 'react';

export const idOf = (kind: Kind, row: Row) => `${row.owner}/${row[kind.key]}`;

interface Chosen {
  /** The search and filters that the rows are from. */
  of: string;
  rows: ReadonlyMap<string, Row>;
  /** All rows that the search and the filters find, on all pages. */
  isAll?: true;
}

const none: ReadonlyMap<string, Row> = new Map();

/** The selected rows. They stay selected on other pages, and end with a new search or filter. */
export function useSelection(kind: Kind, of: string) {
  const [chosen, setChosen] = useState<Chosen>({ of, rows: none });
  const rows = chosen.of === of ? chosen.rows : none;
  const select = useCallback(
    (changed: readonly Row[], isOn: boolean) =>
      setChosen((before) => {
        const next = new Map(before.of === of ? before.rows : none);
        for (const row of changed) {
          if (isOn) next.set(idOf(kind, row), row);
          else next.delete(idOf(kind, row));
        }
        return { of, rows: next };
      }),
    [kind, of],
  );
  return useMemo(
    () => ({
      rows: [...rows.values()],
      isAll: chosen.of === of && chosen.isAll === true,
      selectAll: () => setChosen({ of, rows, isAll: true }),
      has: (row: Row) => rows.has(idOf(kind, row)),
      select,
      /** Only these rows stay selected. */
      keep: (kept: readonly Row[]) => setChosen({ of, rows: new Map(kept.map((row) => [idOf(kind, row), row])) }),
    }),
    [chosen, kind, of, rows, select],
  );
}

export type Selection = ReturnType<typeof useSelection>;
