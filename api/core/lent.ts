import type { Rule } from '@doorwright/crds';
import { type ApiAccess, apiAccesses } from '@doorwright/crds/options/api-access.ts';
import type { Caller, Lent } from './callers.ts';
import { type ErrorCode, Refusal } from './errors.ts';

/** The access that an application needs on a route: for its user's own account only, or for all objects. */
export interface Lends {
  own?: ApiAccess;
  all?: ApiAccess;
}

/** The part of a route that says who may call it. */
export interface RouteAccess {
  method: 'GET' | 'POST';
  permission: Rule;
  /** The access that applications need. Without it, they need `administrator`. */
  lends?: Lends;
}

/** The position of an access in the order of widths. `none` is narrower than each of them. */
const widthOf = (access: Lent['access']) => (access === 'none' ? -1 : apiAccesses.indexOf(access));

const includes = (given: Lent['access'], asked: ApiAccess) => widthOf(given) >= widthOf(asked);

const refusals = {
  setting: 'api-access-too-narrow',
  scope: 'scope-too-narrow',
  consent: 'consent-too-narrow',
} as const satisfies Record<string, ErrorCode>;

const codes = new Set<ErrorCode>(Object.values(refusals));

/** Tells whether an application was refused because its access is too narrow. Records list each such refusal. */
export const isBeyondLent = ({ code }: Refusal): boolean => codes.has(code);

/**
 * The access of a token: the application's access, unless the token's scopes lack `read`. If users are asked for
 * consent, they agree to a read of their account only, and only with the scope `read`.
 */
export function lentTo(access: ApiAccess, { hasRead, isAsked }: { hasRead: boolean; isAsked: boolean }): Lent {
  if (!hasRead) return { access: isAsked ? 'none' : 'read-account', limitedBy: 'scope' };
  return isAsked ? { access: 'read-account', limitedBy: 'consent' } : { access };
}

/**
 * The only place that says what an application may do on a route, with its secret or with a token. Its rights are
 * the smaller of two: those of its credentials, and its access. A route that names no access needs
 * `administrator`.
 */
export function withinLent(
  { method, permission, lends: { own, all = 'administrator' } = {} }: RouteAccess,
  caller: Caller,
): Caller {
  if (caller.type !== 'user' && caller.type !== 'application') return caller;
  const { lent } = caller;
  if (!lent || includes(lent.access, all)) return caller;
  if (caller.type === 'user' && own && includes(lent.access, own)) return { ...caller, reach: 'own' };
  // An application may do what strangers may. With a user's token it may not change anything that way in the
  // user's name.
  const isOpen = permission === 'anyone' && (method === 'GET' || caller.type === 'application');
  if (isOpen) return { ...caller, reach: 'public' };
  throw new Refusal(refusals[lent.limitedBy ?? 'setting']);
}
