import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';

/** The reminders of one end, in their order. */
export const reminders = ['renewal', 'week', 'day', 'pastDue'] as const;
export type Reminder = (typeof reminders)[number];

export const dayMs = 86_400_000;

/** The reminder that the end asks for now. A trial is short, so its end is told once. A renewal asks for no payment, until a charge has failed. */
export function reminderAt({ state, endDate, renewalOrder }: Subscription, now: Date): Reminder | undefined {
  const left = Date.parse(endDate) - now.getTime();
  if (state === 'PastDue') return left <= 0 ? 'pastDue' : undefined;
  if (left <= 0 || (state !== 'Active' && state !== 'Trial')) return;
  if (renewalOrder) return left <= 7 * dayMs ? 'renewal' : undefined;
  if (left <= dayMs) return 'day';
  return state === 'Active' && left <= 7 * dayMs ? 'week' : undefined;
}

export const markOf = (reminder: Reminder, { endDate }: Pick<Subscription, 'endDate'>): string =>
  `${reminder} ${endDate}`;

/** A later reminder of the same end stands for the earlier ones. */
export function isNew(reminder: Reminder, { reminded, endDate }: Subscription): boolean {
  const told = reminders.findIndex((each) => reminded === markOf(each, { endDate }));
  return reminders.indexOf(reminder) > told;
}
