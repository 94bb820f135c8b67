import { channelLabel } from '../../shop/channel-label.ts';
import { t, type Word } from '../../words.ts';
import { dateText } from '../moment.ts';

/** A subscription as its user sees it. */
export interface OwnSubscription {
  id: string;
  plan: string;
  planDisplayName: string;
  /** Where the user chose it. Empty if an administrator made it. */
  pricing: string;
  state: string;
  endDate: string;
  isRunning: boolean;
  /** The end with the days of grace. Empty without an end. */
  until: string;
  /** When a payment service renews it by itself. Empty if each period is ordered. */
  renewalTime: string;
  /** The type of that service. */
  renewalType: string;
}

const marks: Readonly<Record<string, Word>> = {
  Trial: 'accountSubscriptionTrial',
  PastDue: 'accountSubscriptionPastDue',
};

/** The word for a state that users must know of. */
export const markOf = ({ state, isRunning }: OwnSubscription): Word | undefined =>
  isRunning ? marks[state] : undefined;

/** Until when the user has the plan. Empty without an end. */
export function termOf(subscription: OwnSubscription): string {
  const { endDate, until, isRunning, state, renewalTime, renewalType } = subscription;
  if (!endDate) return '';
  if (!isRunning) return t('accountSubscriptionOver', { date: dateText(endDate) });
  if (state === 'Cancelled') return t('accountSubscriptionEnds', { date: dateText(endDate) });
  if (state === 'Active' && renewalTime)
    return t('accountSubscriptionRenews', { date: dateText(renewalTime), service: channelLabel(renewalType) });
  return t('accountSubscriptionUntil', { date: dateText(state === 'PastDue' ? until : endDate) });
}
