import type { Rule } from '@doorwright/crds';
import { type ApiAccess, apiAccesses } from '@doorwright/crds/options/api-access.ts';
import type { ApplicationAccess, Caller } from './callers.ts';
import { type ErrorCode, Refusal } from './errors.ts';

/** The access that an application needs on a route: for its user's own account only, or for all objects. */
export interface NeededAccess {
  own?: ApiAccess;
  all?: ApiAccess;
}

/** The part of a route that says who may call it. */
export interface RouteAccess {
  method: 'GET' | 'POST';
  permission: Rule;
  /** The access that applications need. Without it, they need `administrator`. */
  applicationAccess?: NeededAccess;
}

/** The position of an access in the order of widths. `none` is narrower than each of them. */
const widthOf = (level: ApplicationAccess['level']) => (level === 'none' ? -1 : apiAccesses.indexOf(level));

const includes = (given: ApplicationAccess['level'], asked: ApiAccess) => widthOf(given) >= widthOf(asked);

const refusals = {
  setting: 'api-access-too-narrow',
  scope: 'scope-too-narrow',
  consent: 'consent-too-narrow',
} as const satisfies Record<string, ErrorCode>;

const codes = new Set<ErrorCode>(Object.values(refusals));

/** Tells whether an application was refused because its access is too narrow. Records list each such refusal. */
export const isAccessTooNarrow = ({ code }: Refusal): boolean => codes.has(code);

/**
 * The access of a token: the application's access, unless the token's scopes lack `read`. If users are asked for
 * consent, they agree to a read of their account only, and only with the scope `read`.
 */
export function accessOfToken(
  access: ApiAccess,
  { hasRead, isAsked }: { hasRead: boolean; isAsked: boolean },
): ApplicationAccess {
  if (!hasRead) return { level: isAsked ? 'none' : 'read-account', limitedBy: 'scope' };
  return isAsked ? { level: 'read-account', limitedBy: 'consent' } : { level: access };
}

/**
 * The only place that says what an application may do on a route, with its secret or with a token. Its rights are
 * the smaller of two: those of its credentials, and its access. A route that names no access needs
 * `administrator`.
 */
export function limitByAccess(
  { method, permission, applicationAccess: { own, all = 'administrator' } = {} }: RouteAccess,
  caller: Caller,
): Caller {
  if (caller.type !== 'user' && caller.type !== 'application') return caller;
  const { access } = caller;
  if (!access || includes(access.level, all)) return caller;
  if (caller.type === 'user' && own && includes(access.level, own)) return { ...caller, reach: 'own' };
  // An application may do what strangers may. With a user's token it may not change anything that way in the
  // user's name.
  const isOpen = permission === 'anyone' && (method === 'GET' || caller.type === 'application');
  if (isOpen) return { ...caller, reach: 'public' };
  throw new Refusal(refusals[access.limitedBy ?? 'setting']);
}
