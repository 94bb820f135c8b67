import { randomBytes } from 'node:crypto';

/** The parts of a ticket: the id of the row, and a random secret of which the row has the digest. */
interface Ticket {
  id: string;
  secret: string;
}

/** Nobody can guess it, so wrong guesses are not counted for any account. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export function readTicket(text: string): Ticket | undefined {
  const [, id, secret] = /^([\w-]{43})\.([\w-]{43})$/.exec(text) ?? [];
  return id && secret ? { id, secret } : undefined;
}

/** The fragment stays in the browser: no log has the ticket, and a program that fetches the page does not use it up. */
export const linkAddress = (origin: string, application: string, { id, secret }: Ticket): string =>
  `${origin}/link/${encodeURIComponent(application)}#${id}.${secret}`;
