import type { SourceGroup } from '../../../providers/directories/contract.ts';
import type { Source } from '../source.ts';

type Target = 'group' | 'role';

/** The kinds of objects that the groups of a source become. */
export function targetKinds(source: Source): readonly Target[] {
  if (source.kind === 'syncer') return ['group'];
  const { groupUse } = source.object;
  if (groupUse === 'None') return [];
  return groupUse === 'Groups' ? ['group'] : groupUse === 'Roles' ? ['role'] : ['group', 'role'];
}

/** The objects that stand for the groups of these names, as kind/owner/name. */
export const targetsOf = (source: Source, names: readonly string[]): string[] =>
  targetKinds(source).flatMap((kind) => names.map((name) => `${kind}/${source.organization}/${name}`));

export interface TargetObject {
  kind: Target;
  owner: string;
  name: string;
}

export function targetObject(target: string): TargetObject {
  const [kind = '', owner = '', ...rest] = target.split('/');
  return { kind: kind as Target, owner, name: rest.join('/') };
}

/** Groups with their parents before them. A group in itself has no parent. */
export function parentsFirst(groups: readonly SourceGroup[]): SourceGroup[] {
  const byName = new Map(groups.map((group) => [group.name, group]));
  const done = new Set<string>();
  const sorted: SourceGroup[] = [];
  function visit(group: SourceGroup, above: readonly string[]): void {
    if (done.has(group.name)) return;
    const parent = byName.get(group.parent ?? '');
    const isCycle = parent && above.includes(parent.name);
    if (parent && !isCycle) visit(parent, [...above, group.name]);
    done.add(group.name);
    const { parent: _, ...root } = group;
    sorted.push(parent && !isCycle ? group : root);
  }
  for (const group of groups) visit(group, [group.name]);
  return sorted;
}
