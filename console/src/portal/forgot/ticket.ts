const prefix = '#not-me=';

/** The ticket of a letter about a sign-in, which the page's address carries. */
export const ticketInAddress = (): string =>
  location.hash.startsWith(prefix) ? location.hash.slice(prefix.length) : '';

/** Takes the ticket out of the address, so neither the history nor a picture of the screen has it. */
export function hideTicket(): void {
  const { hash, pathname, search } = location;
  if (hash.startsWith(prefix)) history.replaceState(history.state, '', `${pathname}${search}`);
}
