import type { ClientFault } from '@doorwright/crds/options/client-faults.ts';

/** The page of the guide about a mistake, for the developers of the program (RFC 6749, 5.2). */
export const errorUriOf = (origin: string, fault: ClientFault): string => `${origin}/docs/errors/${fault}`;

/** The same as a member of an error. A mistake without a name has no page. */
export const errorUriIn = (origin: string, fault: ClientFault | undefined): { error_uri?: string } =>
  fault ? { error_uri: errorUriOf(origin, fault) } : {};
