import type { KeptAnchor } from '../record-chain/read.ts';
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

/** An anchor in one line for people. */
export const anchorSentence = ({ number, records, toId }: KeptAnchor): string =>
  `anchor ${number}: ${records} records up to ${toId} are sealed`;
