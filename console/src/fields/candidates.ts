import type { Row } from '@doorwright/crds';
import type { Reference } from '@doorwright/crds/field.ts';
import { useQuery } from '@tanstack/react-query';
import { registry } from '../kinds.ts';
import { readPage } from '../resource/read-page.ts';

const offered = 20;
/** As many as the server gives at once. */
const most = 1000;

/** Which of the objects that a field could name fit where it stands. */
export interface Scope {
  /** A column and the value it must have. */
  only?: readonly [field: string, value: string];
  /** Names, or ids, that do not fit. */
  except?: readonly string[];
}

interface Wanted extends Scope {
  object: Record<string, unknown>;
  typed: string;
  isWanted: boolean;
}

/** The owner whose objects a field may name: the object's own organization, unless the platform owns them. */
function ownerOf({ kind, by, ownerField }: Reference, object: Record<string, unknown>): string | undefined {
  if (registry.named(kind).owner === 'admin') return undefined;
  if (ownerField) return String(object[ownerField]);
  return by === 'id' ? String(object.owner) : undefined;
}

/**
 * Names, or ids, of objects that a reference may lead to, as far as their name holds what was typed. The server searches
 * one column: where that must be another one, the names are searched here.
 */
export function useCandidates(refers: Reference, { object, typed, isWanted, only, except }: Wanted): string[] {
  const kind = registry.named(refers.kind);
  const owner = ownerOf(refers, object);
  const [field, value] = only ?? ['name', typed];
  const query = { page: 1, pageSize: only ? most : offered, ...(owner && { owner }), field, value };
  const { data } = useQuery({
    queryKey: [kind.name, 'list', query],
    queryFn: ({ signal }) => readPage(kind, query, { signal }),
    enabled: isWanted,
    placeholderData: (previous) => previous,
  });
  const fits = (row: Row) =>
    !only || (row[field] === value && String(row.name).toLowerCase().includes(typed.toLowerCase()));
  return (data?.rows ?? [])
    .filter(fits)
    .map((row) => (refers.by === 'id' ? `${row.owner}/${row.name}` : String(row.name)))
    .filter((name) => !except?.includes(name));
}
