import { refuseCycle } from '../../core/objects/references/refuse-cycle.ts';
import type { Draft, Hooks, Work } from '../../core/objects/rules/kind-hooks.ts';

const nesting = { kind: 'role', field: 'roles', code: 'role-in-itself' } as const;

async function checked(draft: Draft, before: Draft | undefined, work: Work): Promise<Draft> {
  await refuseCycle(nesting, draft, before, work);
  return draft;
}

export const roleHooks: Hooks = {
  beforeAdd: (draft, work) => checked(draft, undefined, work),
  beforeUpdate: checked,
};
