/** The minimum length of new passwords, in general and in organizations that refuse weak passwords. */
const leastOfAll = 6;
const leastWhereWeakAreRefused = 8;

export const shortestPassword = ({ refuseWeakPasswords }: { refuseWeakPasswords: boolean }): number =>
  refuseWeakPasswords ? leastWhereWeakAreRefused : leastOfAll;
