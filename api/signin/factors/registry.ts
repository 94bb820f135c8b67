import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import { weakFactorTypes } from '@doorwright/crds/options/second-factor.ts';
import type { FactorUser, SecondFactor } from '../contracts/factor.ts';
import { passkey } from './passkey.ts';
import { recovery } from './recovery.ts';
import { email, phone } from './sent-code.ts';
import { totp } from './totp.ts';

/** Every second factor, the one that a page asks for first at the top. A new one is one line here. */
export const secondFactors: readonly SecondFactor[] = [totp, passkey, email, phone, recovery];

export const factorNamed = (name: string): SecondFactor | undefined =>
  secondFactors.find((factor) => factor.name === name);

type Rules = Pick<Organization, 'weakSecondFactors'>;

/** Tells whether an organization allows a factor. */
export const isAllowed = ({ name }: SecondFactor, { weakSecondFactors }: Rules): boolean => {
  const weak = weakFactorTypes.find((type) => type === name);
  return weak === undefined || weakSecondFactors.includes(weak);
};

/** The factors that a user has and may use. If none of them can stand alone, the list is empty. */
export function factorsOf(user: Pick<FactorUser, 'secondFactors'>, rules: Rules): SecondFactor[] {
  const had = secondFactors.filter((factor) => user.secondFactors.includes(factor.name) && isAllowed(factor, rules));
  return had.some(({ isSpare }) => !isSpare) ? had : [];
}

/** Codes that were sent prove one thing only, however many there are: access to the user's mail or phone. */
export const isRepetition = ({ name }: SecondFactor, amr: readonly string[]): boolean =>
  weakFactorTypes.some((type) => type === name) && amr.includes('otp') && !amr.includes('pwd');
