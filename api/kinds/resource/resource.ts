import { isGlobalAdmin } from '../../core/callers.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import type { Draft, Hooks, Work } from '../../core/objects/rules/kind-hooks.ts';
import { unlessOwed } from '../../core/owed-proof.ts';

/**
 * Only an upload, or a global administrator, may name a store in a resource. Deleting the resource deletes the
 * file in that store. So an organization could otherwise name another's file and delete it (S9).
 */
function checkPlace(draft: Draft, before: Draft | undefined, { caller }: Work): void {
  const isMoved = before?.provider && (draft.name !== before.name || draft.owner !== before.owner);
  if (isMoved) throw invalid([{ field: 'name', code: 'not-changeable' }]);
  if (draft.provider !== (before?.provider ?? '') && !isGlobalAdmin(caller))
    throw unlessOwed(caller, invalid([{ field: 'provider', code: 'not-changeable' }]));
}

export const resourceHooks: Hooks = {
  beforeAdd(draft, work) {
    checkPlace(draft, undefined, work);
    return draft;
  },
  beforeUpdate(draft, before, work) {
    checkPlace(draft, before, work);
    return draft;
  },
};
