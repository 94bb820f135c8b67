import type { Row } from '@doorwright/crds';

/** How a webhook does, for the list and the head of its page. */
export type WebhookState = 'works' | 'off' | 'fails' | 'offAfterFailures';

export function stateOf({ isEnabled, failingSince }: Row): WebhookState {
  if (isEnabled) return failingSince ? 'fails' : 'works';
  // The server disables one after three days of failures. Enabling it forgets them.
  return failingSince ? 'offAfterFailures' : 'off';
}

/** The problem of a webhook's last call, and its English sentence. */
export const problemOf = ({ problemCode, problemValue, problem }: Row) =>
  [{ code: String(problemCode ?? ''), value: String(problemValue ?? '') }, String(problem ?? '')] as const;
