import type { ClientFault } from '@doorwright/crds/options/client-faults.ts';
import type { ErrorCode } from '../../core/error-codes.ts';

type Page = ClientFault | ErrorCode;

/** The page of the guide about a mistake, for the developers of the program (RFC 6749, 5.2). */
export const errorUriOf = (origin: string, page: Page): string => `${origin}/docs/errors/${page}`;

/** The same as a member of an error. A mistake without a name has no page. */
export const errorUriIn = (origin: string, page: Page | undefined): { error_uri?: string } =>
  page ? { error_uri: errorUriOf(origin, page) } : {};
