import { type EventName, eventNames, writtenKinds } from './events.ts';

/** The group of sign-ins and accounts. The others have the names of kinds. */
export const signInGroup = 'sign-in';

const ofSignIn: ReadonlySet<string> = new Set<EventName>([
  ...(['signup', 'login', 'logout', 'sign-in-failed', 'lockout', 'end-session', 'change-factors'] as const),
  ...(['consent', 'revoke-consent', 'revoke-token'] as const),
]);

/** `add-user` and `payment-paid` begin or end with their kind. */
const kindOf = (event: string) =>
  writtenKinds.find((kind) => event.endsWith(`-${kind}`) || event.startsWith(`${kind}-`)) ?? signInGroup;

const groupOf = (event: string): string => (ofSignIn.has(event) ? signInGroup : kindOf(event));

/** All events by their subject, those of people first. */
export const eventGroups: ReadonlyMap<string, readonly EventName[]> = Map.groupBy(eventNames, groupOf);
