import type { SourceGroup } from '../contract.ts';

/** A group as Keycloak stores it. The parent of a group at the top is a space or empty. */
export interface KeycloakGroup {
  id: string;
  name: string;
  parent: string;
}

/** The groups of Keycloak. Groups of one name in different places get their path as their name. */
export function groupsOf(found: readonly KeycloakGroup[]): Map<string, SourceGroup> {
  const byId = new Map(found.map((group) => [group.id, group]));
  function pathOf({ id }: KeycloakGroup): string[] {
    const path: string[] = [];
    const seen = new Set<string>();
    // Somebody who writes into the database can make a circle.
    for (let at = byId.get(id); at && !seen.has(at.id); at = byId.get(at.parent.trim())) {
      seen.add(at.id);
      path.unshift(at.name);
    }
    return path;
  }
  const counts = Map.groupBy(found, ({ name }) => name);
  const nameOf = (group: KeycloakGroup) =>
    (counts.get(group.name)?.length ?? 0) > 1 ? pathOf(group).join('-') : group.name;
  return new Map(
    found.map((group) => {
      const parent = byId.get(group.parent.trim());
      const named = { key: group.id, name: nameOf(group), displayName: group.name };
      return [group.id, { ...named, ...(parent && { parent: nameOf(parent) }) }];
    }),
  );
}
