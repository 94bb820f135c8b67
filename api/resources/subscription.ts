import type { Draft, Hooks } from './hooks.ts';
import { invalid } from './input.ts';

const dayMs = 86_400_000;
/** Dates are written with four digits of a year. */
const lastMs = Date.UTC(9999, 11, 31);

/** When a subscription that begins and lasts so is over; never without a duration. */
function endOf({ startDate, duration }: Draft): string {
  if (!duration) return '';
  return new Date(Math.min(Date.parse(String(startDate)) + Number(duration) * dayMs, lastMs)).toISOString();
}

/** Begins when it is made and ends as its duration says, unless it says otherwise. An end that came of the duration moves with it. */
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
