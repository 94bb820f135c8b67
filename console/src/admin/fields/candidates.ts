import type { Kind, Row } from '@doorwright/crds';
import type { Reference } from '@doorwright/crds/field.ts';
import { useQuery } from '@tanstack/react-query';
import { type PageQuery, readPage } from '../http/read-page.ts';
import { registry } from '../kinds.ts';
import type { ChoiceFacts } from '../ui/Typeahead.tsx';
import { factsOf } from './person-choice.tsx';
import { plainName } from './plain-name.ts';

const offered = 20;
/** The largest page of the server. */
const most = 1000;

/** Restricts the objects that a field can name. */
export interface Scope {
  /** A column and its required value. */
  only?: readonly [field: string, value: string];
  /** Names or ids that are excluded: a list, or a function of all objects. */
  except?: readonly string[] | ((all: readonly Row[]) => readonly string[]);
}

interface Wanted extends Scope {
  object: Record<string, unknown>;
  typed: string;
  isWanted: boolean;
}

/** The owner of the objects that a field may name: the object's organization, unless the platform owns them. Without an organization, any. */
export function ownerOf({ kind, by, ownerField }: Reference, object: Record<string, unknown>): string | undefined {
  if (registry.named(kind).owner === 'admin') return undefined;
  if (ownerField) return String(object[ownerField]);
  return by === 'id' && object.owner !== undefined ? String(object.owner) : undefined;
}

export interface Candidates {
  /** Names, or ids. */
  found: string[];
  /** What is known of them beside their names. */
  facts: ReadonlyMap<string, ChoiceFacts>;
  /** How many more objects match. */
  more: number;
}

const readAs = (kind: Kind, query: PageQuery) => ({
  queryKey: [kind.name, 'list', query],
  queryFn: ({ signal }: { signal: AbortSignal }) => readPage(kind, query, { signal }),
});

/**
 * Objects that a reference may name, filtered by the typed text: as in their list, if it searches several fields together. Otherwise the
 * server filters by one column only; if a restriction uses that, the browser filters the names.
 */
export function useCandidates(refers: Reference, wanted: Wanted): Candidates {
  const { object, typed, isWanted, except = [] } = wanted;
  const only = wanted.only ?? refers.having;
  const kind = registry.named(refers.kind);
  const owner = ownerOf(refers, object);
  const isPicky = typeof except === 'function';
  const isTogether = kind.list?.texts !== undefined;
  const [field, value] = only ?? (isTogether ? ['', ''] : ['name', typed]);
  const isFilteredHere = only && !isTogether;
  const whose = { page: 1, ...(owner && { owner }) };
  const { data } = useQuery({
    ...readAs(kind, {
      ...whose,
      pageSize: isFilteredHere || isPicky ? most : offered,
      field,
      value,
      ...(isTogether && { text: typed }),
    }),
    enabled: isWanted,
    placeholderData: (previous) => previous,
  });
  const { data: all } = useQuery({ ...readAs(kind, { ...whose, pageSize: most }), enabled: isWanted && isPicky });
  const isKnown = data && (all || !isPicky);
  if (!isKnown) return { found: [], facts: new Map(), more: 0 };

  const unfit = isPicky ? except(all?.rows ?? []) : except;
  const fits = (row: Row) =>
    !isFilteredHere || (row[field] === value && String(row.name).toLowerCase().includes(typed.toLowerCase()));
  const rows = new Map(
    data.rows.filter(fits).map((row) => [refers.by === 'id' ? `${row.owner}/${row.name}` : String(row.name), row]),
  );
  const found = [...rows.keys()].filter((name) => !unfit.includes(name));
  const plain = (id: string) => (refers.by === 'id' ? plainName(id, owner) : undefined);
  const facts = new Map(found.map((name) => [name, factsOf(kind, rows.get(name) as Row, plain(name))]));
  return { found, facts, more: data.total - data.rows.length };
}
