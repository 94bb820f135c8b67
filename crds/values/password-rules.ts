/** The minimum length of new passwords, in general and in organizations that refuse weak passwords. An organization may want more. */
const leastOfAll = 6;
const leastWhereWeakAreRefused = 8;

/** Blanks within a pass phrase are allowed (NIST SP 800-63B, 5.1.1.2). One at either end is a typing error that nobody sees. */
export const hasOuterBlank = (password: string): boolean => /^\s|\s$/.test(password);

export interface LengthRules {
  refuseWeakPasswords: boolean;
  passwordLength: number;
}

export const shortestPassword = ({ refuseWeakPasswords, passwordLength }: LengthRules): number =>
  Math.max(refuseWeakPasswords ? leastWhereWeakAreRefused : leastOfAll, passwordLength);
