/** The method of a sign-in by another person, with the master password (S17). */
const master = 'master';
/** The user's own password. */
const password = 'pwd';
/** Two factors were proved. */
const several = 'mfa';

/** How a user has signed in (RFC 8176). Sessions, codes and tokens keep it. */
export const methodsOf = (isImpersonated: boolean, proved: readonly string[] = [password]): string[] =>
  isImpersonated ? [...new Set([...proved, password, master])] : [...new Set(proved)];

export const isByMaster = (amr: readonly string[] = []): boolean => amr.includes(master);

export const isByPassword = (amr: readonly string[] = []): boolean => amr.includes(password) && !isByMaster(amr);

/** The methods after the user proved their password too. */
export const withPassword = (amr: readonly string[]): string[] => [...new Set([...amr, password])];

/** The methods after one more factor. */
export const withFactor = (amr: readonly string[], factor: readonly string[]): string[] => [
  ...new Set([...amr, ...factor, several]),
];

export const hasSeveral = (amr: readonly string[] = []): boolean => amr.includes(several);

/** The classes of sign-in (`acr`): one factor, or two. */
export const classes = { one: 'urn:doorwright:acr:one-factor', two: 'urn:doorwright:acr:two-factors' } as const;

export const classOf = (amr: readonly string[] = []): string => (hasSeveral(amr) ? classes.two : classes.one);

/** Tells whether a client that lists these classes gets what it wants by a second factor only. */
export const wantsSeveral = (wanted: readonly string[]): boolean =>
  wanted.includes(classes.two) && !wanted.includes(classes.one);
