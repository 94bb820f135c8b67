import { byText, createNames } from '../names.ts';
import type { Group } from '../representation.ts';

export interface GroupName {
  path: string;
  name: string;
  group: Group;
  /** The name of the group that contains it. */
  parent: string | undefined;
}

interface Found {
  path: string;
  group: Group;
  parentPath: string | undefined;
}

/** The groups of a tree, each after the one that contains it. */
const flatten = (groups: readonly Group[], parentPath?: string): Found[] =>
  groups
    .toSorted((a, b) => byText(a.name, b.name))
    .flatMap((group) => {
      const path = `${parentPath ?? ''}/${group.name}`;
      return [{ path, group, parentPath }, ...flatten(group.subGroups, path)];
    });

/** The groups by their paths. Groups of one name in different places get their path as their name. */
export function nameGroups(tree: readonly Group[]): ReadonlyMap<string, GroupName> {
  const found = flatten(tree);
  const counts = Map.groupBy(found, ({ group }) => group.name);
  const name = createNames();
  const isAlone = ({ group }: Found) => counts.get(group.name)?.length === 1;
  // A group whose name is its own keeps it, also if the path of another reads the same.
  const named = new Map(found.filter(isAlone).map((each) => [each, name(each.group.name)]));
  for (const each of found) if (!named.has(each)) named.set(each, name(each.path.slice(1).replaceAll('/', '-')));
  const byPath = new Map<string, GroupName>();
  for (const each of found)
    byPath.set(each.path, {
      ...{ path: each.path, group: each.group, name: named.get(each) ?? each.group.name },
      parent: each.parentPath === undefined ? undefined : byPath.get(each.parentPath)?.name,
    });
  return byPath;
}
