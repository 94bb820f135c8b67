import type { Losses } from '../reading/losses.ts';
import { isObject, type UserRecord } from './records.ts';

const base32 = /^[A-Z2-7]{8,500}$/;

interface SecondFactors {
  totp?: string;
  /** The user had a second factor that is lost, so they must set up another one. */
  isRequired: boolean;
}

/** Exports of Auth0 name second factors without their secrets. The form of a bulk import has the secret of an app. */
export function secondFactorsOf({ multifactor, mfa_factors: factors }: UserRecord, losses: Losses): SecondFactors {
  const listed = Array.isArray(factors) ? factors.filter(isObject) : [];
  const totp = listed
    .flatMap(({ totp }) => (isObject(totp) && typeof totp.secret === 'string' ? [totp.secret] : []))
    .find((secret) => base32.test(secret));
  if (totp) return { totp, isRequired: false };
  const named = Array.isArray(multifactor) ? multifactor.map(String) : [];
  if (named.length === 0 && listed.length === 0) return { isRequired: false };
  losses.add(
    `second factor ${named.map((each) => `"${each}"`).join(', ') || 'by message'}`,
    'Auth0 does not export its secret. The user sets up a second factor at the next sign-in.',
  );
  return { isRequired: true };
}
