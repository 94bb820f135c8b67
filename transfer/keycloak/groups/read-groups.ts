import type { Item } from '../../contract.ts';
import type { Plan } from '../plan/plan.ts';

/** The groups of a realm. A group comes after the one that contains it. */
export function* readGroups(plan: Plan): Iterable<Item> {
  for (const { path, name, group, parent } of plan.groups.values()) {
    yield {
      ...{ kind: 'group', from: plan.from('group', path) },
      fields: {
        ...{ owner: plan.organization, name, displayName: group.name.slice(0, 100), type: 'Virtual' },
        ...(parent && { parentId: parent }),
      },
    };
    if (name !== group.name)
      yield plan.lose('group', path, `name "${group.name}"`, `it is "${name}" here, because names are unique`);
    const attributes = Object.keys(group.attributes).sort();
    if (attributes.length > 0)
      yield plan.lose('group', path, `attributes ${attributes.join(', ')}`, 'groups have no attributes here');
  }
  if (plan.realm.defaultGroups.length > 0)
    yield plan.lose(
      ...(['realm', plan.realm.realm, `default groups ${plan.realm.defaultGroups.toSorted().join(', ')}`] as const),
      'new users join no groups by themselves here',
    );
}
