/** What every new password of a person must have, and what an organization that refuses weak ones asks for. */
const leastOfAll = 6;
const leastWhereWeakAreRefused = 8;

export const shortestPassword = ({ refuseWeakPasswords }: { refuseWeakPasswords: boolean }): number =>
  refuseWeakPasswords ? leastWhereWeakAreRefused : leastOfAll;
