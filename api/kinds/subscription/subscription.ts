import { endOfTerm } from '@doorwright/crds/values/subscription-term.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import type { Draft, Hooks } from '../../core/objects/rules/kind-hooks.ts';

const endOf = ({ startDate, duration }: Draft): string => endOfTerm(String(startDate), Number(duration));

/**
 * A subscription begins at its creation by default and ends after its duration. A calculated end moves when the
 * duration changes.
 */
function dated(draft: Draft, before?: Draft): Draft {
  const begun = { ...draft, startDate: draft.startDate || draft.createdTime };
  const isStated = draft.endDate && !(before && draft.endDate === before.endDate && before.endDate === endOf(before));
  if (!isStated) return { ...begun, endDate: endOf(begun) };
  if (Date.parse(String(draft.endDate)) < Date.parse(String(begun.startDate)))
    throw invalid([{ field: 'endDate', code: 'ends-before-start' }]);
  return begun;
}

export const subscriptionHooks: Hooks = {
  beforeAdd: (draft) => dated(draft),
  beforeUpdate: dated,
};
