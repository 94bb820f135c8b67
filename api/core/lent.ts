import type { Rule } from '@doorwright/crds';
import { type ApiAccess, apiAccesses } from '@doorwright/crds/options/api-access.ts';
import type { Caller, Lent } from './callers.ts';
import { type ErrorCode, Refusal } from './errors.ts';

/** The access of an application that a route needs: for its user's own account only, and for everything that it is lent. */
export interface Lends {
  own?: ApiAccess;
  all?: ApiAccess;
}

/** The part of a route that says who may call it. */
export interface RouteAccess {
  method: 'GET' | 'POST';
  permission: Rule;
  /** Rights of applications with less than full access; without it, they have the rights of strangers. */
  lends?: Lends;
}

/** Wider than none is each of them. */
const widthOf = (access: Lent['access']) => (access === 'none' ? -1 : apiAccesses.indexOf(access));

const includes = (given: Lent['access'], asked: ApiAccess) => widthOf(given) >= widthOf(asked);

const refusals = {
  setting: 'api-access-too-narrow',
  scope: 'scope-too-narrow',
  consent: 'consent-too-narrow',
} as const satisfies Record<string, ErrorCode>;

const codes = new Set<ErrorCode>(Object.values(refusals));

/** Was an application refused because it is lent less than it asked for? Records tell of each. */
export const isBeyondLent = ({ code }: Refusal): boolean => codes.has(code);

/**
 * What a token lends: what its application may do, unless the scopes are those of OpenID alone. Users who are asked agree to
 * their account being read, and that by the scope `read` alone.
 */
export function lentTo(access: ApiAccess, { hasRead, isAsked }: { hasRead: boolean; isAsked: boolean }): Lent {
  if (!hasRead) return { access: isAsked ? 'none' : 'read-account', limitedBy: 'scope' };
  return isAsked ? { access: 'read-account', limitedBy: 'consent' } : { access };
}

/**
 * The one place that says what an application may do on a route, by its secret or by a token: the smaller of what its
 * credentials stand for and what it is lent. A route that names nothing is for applications that are lent everything.
 */
export function withinLent(
  { method, permission, lends: { own, all = 'administrator' } = {} }: RouteAccess,
  caller: Caller,
): Caller {
  if (caller.type !== 'user' && caller.type !== 'application') return caller;
  const { lent } = caller;
  if (!lent || includes(lent.access, all)) return caller;
  if (caller.type === 'user' && own && includes(lent.access, own)) return { ...caller, reach: 'own' };
  // What strangers may do an application may do too. With a user's token it changes nothing in their name.
  const isOpen = permission === 'anyone' && (method === 'GET' || caller.type === 'application');
  if (isOpen) return { ...caller, reach: 'public' };
  throw new Refusal(refusals[lent.limitedBy ?? 'setting']);
}
