import { Refusal } from '../../../core/errors.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import type { SourceGroup } from '../../../providers/directories/contract.ts';
import type { SyncDeps } from '../deps.ts';
import type { Source } from '../source.ts';
import { parentsFirst, targetKinds } from './group-targets.ts';

/** A group that could not be made, with the reason. */
export interface RefusedGroup {
  name: string;
  refusal: Refusal;
}

/** Makes the groups and roles of a source that do not exist yet, parents first. Existing ones stay as they are. */
export async function makeGroups(
  deps: SyncDeps,
  context: RequestContext,
  source: Source,
  groups: readonly SourceGroup[],
): Promise<RefusedGroup[]> {
  const { db, store, registry, objects } = deps;
  const refused: RefusedGroup[] = [];
  for (const kind of targetKinds(source)) {
    const rows = await db(store(kind).table).where({ owner: source.organization }).select('name');
    const known = new Set(rows.map(({ name }) => name));
    for (const { name, displayName, parent } of parentsFirst(groups)) {
      if (known.has(name)) continue;
      const isNested = kind === 'group' && parent && known.has(parent);
      const made = { owner: source.organization, name, displayName, ...(isNested && { parentId: parent }) };
      try {
        await objects.add(registry.named(kind), context, made);
        known.add(name);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refused.push({ name, refusal: error });
      }
    }
  }
  return refused;
}
