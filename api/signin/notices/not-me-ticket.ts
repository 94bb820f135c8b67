import { hash } from 'node:crypto';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { Refusal } from '../../core/errors.ts';
import type { SecretBox } from '../../db/secret-box.ts';

const context = 'not-me';
const lifetime = 3 * 24 * 3_600_000;

/** A ticket ends with the password that was valid when it was written. */
export const markOf = ({ id, password }: Pick<User, 'id' | 'password'>): string =>
  hash('sha256', JSON.stringify([id, password]), 'base64url');

interface Ticket {
  userId: string;
  mark: string;
  expires: number;
}

/** The link of a letter about a sign-in carries it. Only the server can write it, and only the mailbox of the user gets it. */
export const sealTicket = (
  box: SecretBox,
  { userId, mark, time }: Omit<Ticket, 'expires'> & { time: string },
): string => box.seal(JSON.stringify({ userId, mark, expires: Date.parse(time) + lifetime } satisfies Ticket), context);

export function openTicket(box: SecretBox, text: string, now: Date): Ticket {
  try {
    const ticket: Ticket = JSON.parse(box.open(text, context));
    if (ticket.expires > now.getTime()) return ticket;
  } catch {
    // The text is forged, or its key is gone.
  }
  throw new Refusal('ticket-expired');
}
