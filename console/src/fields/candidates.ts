import type { Reference } from '@doorwright/crds/field.ts';
import { useQuery } from '@tanstack/react-query';
import { registry } from '../kinds.ts';
import { readPage } from '../resource/read-page.ts';

const offered = 20;

/** The owner whose objects a field may name: the object's own organization, unless the platform owns them. */
function ownerOf({ kind, by, ownerField }: Reference, object: Record<string, unknown>): string | undefined {
  if (registry.named(kind).owner === 'admin') return undefined;
  if (ownerField) return String(object[ownerField]);
  return by === 'id' ? String(object.owner) : undefined;
}

/** Names, or ids, of objects that a reference may lead to, as far as their name holds what was typed. */
export function useCandidates(refers: Reference, object: Record<string, unknown>, typed: string, isWanted: boolean) {
  const kind = registry.named(refers.kind);
  const owner = ownerOf(refers, object);
  const query = { page: 1, pageSize: offered, ...(owner && { owner }), field: 'name', value: typed };
  const { data } = useQuery({
    queryKey: [kind.name, 'list', query],
    queryFn: ({ signal }) => readPage(kind, query, { signal }),
    enabled: isWanted,
    placeholderData: (previous) => previous,
  });
  return data?.rows.map((row) => (refers.by === 'id' ? `${row.owner}/${row.name}` : String(row.name))) ?? [];
}
