import { endOfTerm } from '@doorwright/crds/values/subscription-term.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import type { Draft, Hooks } from '../../core/objects/rules/kind-hooks.ts';
import { noRenewal } from './renewal.ts';

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

const renews = ({ state, isEnabled, plan, user }: Draft, before: Draft): boolean =>
  isEnabled === true && (state === 'Active' || state === 'PastDue') && plan === before.plan && user === before.user;

/** The vendor takes no money for a subscription that an administrator stops, ends or gives to something else. */
function beforeUpdate(draft: Draft, before: Draft): Draft {
  const next = dated(draft, before);
  return renews(next, before) ? next : { ...next, ...noRenewal };
}

export const subscriptionHooks: Hooks = {
  beforeAdd: (draft) => dated(draft),
  beforeUpdate,
};
