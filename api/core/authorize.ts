import type { Rule } from '@doorwright/crds';
import { administers, belongsTo, type Caller, isGlobalAdmin, isStranger, isUser, organizationOf } from './callers.ts';
import { Refusal } from './errors.ts';
import { type RouteAccess, withinLent } from './lent.ts';

/** What a rule is asked about: the organization concerned, and the user the object belongs to where there is one. */
export interface Target {
  organization?: string | undefined;
  user?: { owner: string; name: string } | undefined;
}

type Permit = (caller: Caller, target: Target) => boolean;

const ofOrganization =
  (permit: (caller: Caller, organization: string) => boolean): Permit =>
  (caller, { organization }) =>
    organization === undefined ? isGlobalAdmin(caller) : permit(caller, organization);

/** The one place where a rule's name gets its meaning; each wider right includes the narrower ones. */
const permits: Record<Rule, Permit> = {
  anyone: () => true,
  signedIn: (caller) => !isStranger(caller),
  member: ofOrganization((caller, organization) => isGlobalAdmin(caller) || belongsTo(caller, organization)),
  self: (caller, target) =>
    (target.user !== undefined && isUser(caller, target.user.owner, target.user.name)) ||
    permits.organizationAdmin(caller, target),
  // Of whichever organization: for what all organizations share.
  administrator: (caller) => administers(caller, organizationOf(caller) ?? ''),
  organizationAdmin: ofOrganization(administers),
  globalAdmin: (caller) => isGlobalAdmin(caller),
};

export const isPermitted = (rule: Rule, caller: Caller, target: Target): boolean => permits[rule](caller, target);

/** Refuses callers whom the rule does not let through: strangers are asked to sign in, others are told no. */
export function authorize(rule: Rule, caller: Caller, target: Target): void {
  if (isPermitted(rule, caller, target)) return;
  throw new Refusal(caller.type === 'anonymous' ? 'sign-in-first' : 'unauthorized');
}

/** Could the caller pass the rule for any object at all? Asked before anything is loaded. */
export function couldPass(rule: Rule, caller: Caller): boolean {
  const own = organizationOf(caller);
  const user = caller.type === 'user' ? { owner: caller.owner, name: caller.name } : undefined;
  return isPermitted(rule, caller, { organization: own, user });
}

/** The first look at a request: refuses callers who could not pass the rule whatever they asked for. */
export function authorizeAtAll(rule: Rule, caller: Caller): void {
  if (couldPass(rule, caller)) return;
  throw new Refusal(caller.type === 'anonymous' ? 'sign-in-first' : 'unauthorized');
}

/** The gate of every route: answers the caller with the rights that reach this route, or refuses. */
export function admit(route: RouteAccess, caller: Caller): Caller {
  const admitted = withinLent(route, caller);
  authorizeAtAll(route.permission, admitted);
  return admitted;
}
