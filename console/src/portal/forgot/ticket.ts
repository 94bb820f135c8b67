/** The links of letters: one denies a sign-in, one leads to the choice of a password. */
const kinds = ['not-me', 'password-link'] as const;

export interface LetterTicket {
  kind: (typeof kinds)[number];
  text: string;
}

/** The ticket of a letter, which the page's address carries. */
export function ticketInAddress(): LetterTicket | undefined {
  for (const kind of kinds) {
    const prefix = `#${kind}=`;
    if (location.hash.startsWith(prefix)) return { kind, text: location.hash.slice(prefix.length) };
  }
}

/** Takes the ticket out of the address, so neither the history nor a picture of the screen has it. */
export function hideTicket(): void {
  const { pathname, search } = location;
  if (ticketInAddress()) history.replaceState(history.state, '', `${pathname}${search}`);
}
