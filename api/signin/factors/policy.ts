import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import { secondFactorRules } from '@doorwright/crds/options/second-factor.ts';
import { platform } from '../../core/callers.ts';
import { hasSeveral, wantsSeveral } from '../../kinds/session/authentication-methods.ts';
import type { SessionProof } from '../../kinds/session/sessions.ts';
import type { FactorUser } from '../contracts/factor.ts';
import { factorsOf } from './registry.ts';

/** A user on the way to an application, and what they have proved so far. */
export interface Situation {
  user: FactorUser & { secondFactorAskedTime?: string };
  organization: Pick<
    Organization,
    'secondFactor' | 'weakSecondFactors' | 'secondFactorGraceDays' | 'secondFactorHours' | 'trustedDeviceDays'
  >;
  application: Pick<Application, 'secondFactor'>;
  /** The classes of sign-in that the client asks for (`acr_values`). */
  wanted: readonly string[];
  proof: Pick<SessionProof, 'amr' | 'factorTime'>;
  /** Tells whether the user trusts the browser. */
  isTrusted: () => Promise<boolean>;
  now: Date;
}

/** What is missing: a proof, or a factor to prove. `grace` is the end of the time in which the user may go on without one. */
export type Need = { is: 'nothing' } | { is: 'proof' } | { is: 'enrolment'; grace?: Date };

const day = 24 * 3_600_000;
const nothing: Need = { is: 'nothing' };

/** Tells whether the rules require a second factor of a user, whether they have one or not. */
export function isRequired({
  user,
  organization,
  application,
}: Pick<Situation, 'user' | 'organization' | 'application'>) {
  if (user.requireSecondFactor) return true;
  const rank = (rule: string) => (secondFactorRules as readonly string[]).indexOf(rule);
  const rule = secondFactorRules[Math.max(rank(organization.secondFactor), rank(application.secondFactor))];
  const isAdministrator = user.isAdmin || user.isGlobalAdmin || user.owner === platform;
  return rule === 'everyone' || (rule === 'administrators' && isAdministrator);
}

/** The second factor was proved, and not too long ago for the organization. */
function isProved({ proof: { amr, factorTime }, organization: { secondFactorHours: hours }, now }: Situation): boolean {
  if (!hasSeveral(amr)) return false;
  return hours === 0 || (factorTime !== undefined && factorTime.getTime() + hours * 3_600_000 > now.getTime());
}

/** The end of the grace period. It begins when the user is first asked. */
function graceOf({ organization: { secondFactorGraceDays: days }, user, now }: Situation): Date | undefined {
  const began = user.secondFactorAskedTime ? new Date(user.secondFactorAskedTime) : now;
  const end = new Date(began.getTime() + days * day);
  return end > now ? end : undefined;
}

/** The only place that says whether a user must prove a second factor. */
export async function needOf(situation: Situation): Promise<Need> {
  const { user, organization, wanted, isTrusted } = situation;
  const isWanted = wantsSeveral(wanted);
  const isDemanded = isWanted || isRequired(situation);
  const factors = factorsOf(user, organization);
  const isChosen = factors.some(({ isSpare, isPassive }) => !isSpare && !isPassive);
  if (!isDemanded && (organization.secondFactor === 'off' || !isChosen)) return nothing;
  if (isProved(situation)) return nothing;
  if (factors.length === 0) {
    const grace = isWanted ? undefined : graceOf(situation);
    return { is: 'enrolment', ...(grace && { grace }) };
  }
  // A client that asks for two factors wants them now.
  if (!isWanted && organization.trustedDeviceDays > 0 && (await isTrusted())) return nothing;
  return { is: 'proof' };
}
