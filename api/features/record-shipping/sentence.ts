import type { SentRecord } from './target.ts';

/** A record in one line for people. */
export function sentenceOf({ action, outcome, reason, object, organization, user, clientIp }: SentRecord): string {
  const parts = [
    `${action}: ${outcome}${reason && ` (${reason})`}`,
    object && `of ${object}`,
    user && `by ${organization}/${user}`,
    clientIp && `from ${clientIp}`,
  ];
  return parts.filter(Boolean).join(' ');
}
