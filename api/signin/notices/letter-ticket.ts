import { hash } from 'node:crypto';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { Refusal } from '../../core/errors.ts';
import type { SecretBox } from '../../db/secret-box.ts';

const day = 24 * 3_600_000;

/** The links of letters: one to deny a sign-in, and one to choose a password. */
const purposes = {
  'not-me': { lifetime: 3 * day, expired: 'ticket-expired' },
  'password-link': { lifetime: 7 * day, expired: 'password-link-expired' },
} as const;

export type TicketPurpose = keyof typeof purposes;

const digestOf = (facts: readonly string[]) => hash('sha256', JSON.stringify(facts), 'base64url');

/** A ticket ends with the password that was valid when it was written, and with the address that it was sent to. */
export const markOf = ({ id, password, email }: Pick<User, 'id' | 'password' | 'email'>): string =>
  digestOf([id, password, email]);

interface Ticket {
  userId: string;
  mark: string;
  expires: number;
}

/** The link of a letter carries it. Only the server can write it, and only the mailbox of the user gets it. */
export const sealTicket = (
  box: SecretBox,
  purpose: TicketPurpose,
  { userId, mark, time }: Omit<Ticket, 'expires'> & { time: string },
): string => {
  const ticket: Ticket = { userId, mark, expires: Date.parse(time) + purposes[purpose].lifetime };
  return box.seal(JSON.stringify(ticket), purpose);
};

export const ticketExpired = (purpose: TicketPurpose) => new Refusal(purposes[purpose].expired);

export function openTicket(box: SecretBox, purpose: TicketPurpose, text: string, now: Date): Ticket {
  try {
    const ticket: Ticket = JSON.parse(box.open(text, purpose));
    if (ticket.expires > now.getTime()) return ticket;
  } catch {
    // The text is forged, or its key is gone.
  }
  throw ticketExpired(purpose);
}
