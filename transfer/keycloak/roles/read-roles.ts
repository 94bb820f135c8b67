import type { Item } from '../../contract.ts';
import { byText } from '../names.ts';
import { keysOf, type NamedRole, partsOf } from '../plan/name-roles.ts';
import type { Plan } from '../plan/plan.ts';

/** The groups with a role, as owner/name. */
function groupsByRole({ groups, organization }: Plan): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { name, group } of groups.values())
    for (const key of keysOf(group)) found.set(key, [...(found.get(key) ?? []), `${organization}/${name}`]);
  return found;
}

/** A composite role contains roles, and here a role names the roles whose users have it too: the other direction. */
function wholesByPart({ roles }: Plan): Map<string, NamedRole[]> {
  const found = new Map<string, NamedRole[]>();
  for (const whole of roles.byKey.values())
    for (const part of partsOf(whole.role)) found.set(part, [...(found.get(part) ?? []), whole]);
  return found;
}

/** The roles, each after those that it refers to, and the references that would close a circle. */
function inOrder(plan: Plan, wholes: Map<string, NamedRole[]>): { order: NamedRole[]; circles: Set<string> } {
  const order: NamedRole[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const circles = new Set<string>();
  function visit(role: NamedRole): void {
    state.set(role.key, 'open');
    for (const whole of wholes.get(role.key) ?? []) {
      if (state.get(whole.key) === 'open') circles.add(`${role.key} ${whole.key}`);
      else if (!state.has(whole.key)) visit(whole);
    }
    state.set(role.key, 'done');
    order.push(role);
  }
  for (const role of plan.roles.byKey.values()) if (!state.has(role.key)) visit(role);
  return { order, circles };
}

/** The roles of a realm and of its clients. */
export function* readRoles(plan: Plan): Iterable<Item> {
  const [groups, wholes] = [groupsByRole(plan), wholesByPart(plan)];
  const { order, circles } = inOrder(plan, wholes);
  for (const { key, name, role, client } of order) {
    const [what, shown] = client === undefined ? ['role', role.name] : ['role', `${client}/${role.name}`];
    const containing = (wholes.get(key) ?? []).filter((whole) => !circles.has(`${key} ${whole.key}`));
    yield {
      ...{ kind: 'role', from: plan.from(what, shown) },
      fields: {
        ...{ owner: plan.organization, name, displayName: role.name.slice(0, 100) },
        // Keycloak describes its own roles by the key of a text: ${role_admin}.
        description: role.description.startsWith('${') ? '' : role.description.slice(0, 1000),
        roles: containing.map((whole) => `${plan.organization}/${whole.name}`).sort(byText),
        groups: (groups.get(key) ?? []).toSorted(byText),
      },
    };
    if (client === undefined && name !== role.name)
      yield plan.lose(what, shown, `name "${role.name}"`, `it is "${name}" here, because names are unique and short`);
    for (const whole of (wholes.get(key) ?? []).filter((each) => circles.has(`${key} ${each.key}`)))
      yield plan.lose(what, shown, `part of ${whole.name}`, 'roles cannot contain each other in a circle here');
    const attributes = Object.keys(role.attributes).sort();
    if (attributes.length > 0)
      yield plan.lose(what, shown, `attributes ${attributes.join(', ')}`, 'roles have no attributes here');
  }
}
