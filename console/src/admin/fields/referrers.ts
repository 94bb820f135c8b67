import type { Row } from '@doorwright/crds';

interface Naming {
  idOf: (row: Row) => string;
  /** The names of the objects that it refers to. */
  namedBy: (row: Row) => readonly string[];
}

/** An object and all objects that refer to it, directly or indirectly. A reference to one of these would close a circle. */
export function referrersOf(own: string, all: readonly Row[], { idOf, namedBy }: Naming): readonly string[] {
  const found = new Set([own]);
  let before: number;
  do {
    before = found.size;
    for (const row of all) if (namedBy(row).some((name) => found.has(name))) found.add(idOf(row));
  } while (found.size > before);
  return [...found];
}
