import type { Rule } from '@doorwright/crds';
import { limitByAccess, type RouteAccess } from './application-access.ts';
import { administers, belongsTo, type Caller, isGlobalAdmin, isStranger, isUser, organizationOf } from './callers.ts';
import { Refusal } from './errors.ts';
import { unlessOwed } from './owed-proof.ts';

/** The object that a rule judges: its organization, and the user that it belongs to, if any. */
export interface Target {
  organization?: string | undefined;
  user?: { owner: string; name: string } | undefined;
}

type Permit = (caller: Caller, target: Target) => boolean;

const ofOrganization =
  (permit: (caller: Caller, organization: string) => boolean): Permit =>
  (caller, { organization }) =>
    organization === undefined ? isGlobalAdmin(caller) : permit(caller, organization);

/** The only place that gives rules their meaning. Each wider rule includes the narrower ones. */
const permits: Record<Rule, Permit> = {
  anyone: () => true,
  signedIn: (caller) => !isStranger(caller),
  member: ofOrganization((caller, organization) => isGlobalAdmin(caller) || belongsTo(caller, organization)),
  self: (caller, target) =>
    (target.user !== undefined && isUser(caller, target.user.owner, target.user.name)) ||
    permits.organizationAdmin(caller, target),
  // An administrator of any organization, for things that all organizations share.
  administrator: (caller) => administers(caller, organizationOf(caller) ?? ''),
  organizationAdmin: ofOrganization(administers),
  globalAdmin: (caller) => isGlobalAdmin(caller),
};

export const isPermitted = (rule: Rule, caller: Caller, target: Target): boolean => permits[rule](caller, target);

const refusalFor = (caller: Caller): Refusal =>
  unlessOwed(caller, new Refusal(caller.type === 'anonymous' ? 'sign-in-first' : 'unauthorized'));

/** Refuses a caller whom the rule does not permit. An anonymous caller is asked to sign in. */
export function authorize(rule: Rule, caller: Caller, target: Target): void {
  if (!isPermitted(rule, caller, target)) throw refusalFor(caller);
}

/** Tells whether the caller could pass the rule for any object at all. The check needs no object. */
export function couldPass(rule: Rule, caller: Caller): boolean {
  const own = organizationOf(caller);
  const user = caller.type === 'user' ? { owner: caller.owner, name: caller.name } : undefined;
  return isPermitted(rule, caller, { organization: own, user });
}

/** The first check of a request: refuses callers who cannot pass the rule for any object. */
export function authorizeAtAll(rule: Rule, caller: Caller): void {
  if (!couldPass(rule, caller)) throw refusalFor(caller);
}

/** Every route passes this check. It returns the caller with the rights that they have on this route, or refuses. */
export function admit(route: RouteAccess, caller: Caller): Caller {
  const admitted = limitByAccess(route, caller);
  authorizeAtAll(route.permission, admitted);
  return admitted;
}
