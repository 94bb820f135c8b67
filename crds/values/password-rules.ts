/** The minimum length of new passwords, in general and in organizations that refuse weak passwords. An organization may want more. */
const leastOfAll = 6;
const leastWhereWeakAreRefused = 8;

export interface LengthRules {
  refuseWeakPasswords: boolean;
  passwordLength: number;
}

export const shortestPassword = ({ refuseWeakPasswords, passwordLength }: LengthRules): number =>
  Math.max(refuseWeakPasswords ? leastWhereWeakAreRefused : leastOfAll, passwordLength);
