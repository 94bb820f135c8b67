import { defaultScope, scopes, unknownScopes } from '@doorwright/crds/options/oauth-scopes.ts';
import type { Request } from 'express';

/** These grants have no authorization request, which would find the scope in another way. */
const grants: readonly unknown[] = ['client_credentials', 'password'];

/** RFC 6749, 3.3. */
const isList = (scope: unknown): scope is string =>
  typeof scope === 'string' && /^[\x21\x23-\x5B\x5D-\x7E ]*$/.test(scope);

/**
 * Gives the usual scope to a request without a known scope, and says so: an answer without `scope` means that all of
 * it was given (RFC 6749, 5.1). A request cannot ask for refreshing; the application allows it. Returns the scopes that nobody can get.
 */
export function giveUsualScope({ body }: Request): string[] {
  const { grant_type, scope = '' } = body ?? {};
  if (!grants.includes(grant_type) || !isList(scope)) return [];
  const known = new Set(scope.split(' ').filter((each) => scopes.includes(each) && each !== 'offline_access'));
  body.scope = [...known].join(' ') || defaultScope;
  return unknownScopes(scope);
}
