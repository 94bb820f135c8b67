import { chosenPassword } from '../../kinds/user/chosen-password.ts';
import { limits, spend } from '../locks/limits.ts';
import type { AccountDeps } from '../place/deps.ts';

type Choice = Parameters<typeof chosenPassword>[1];

/**
 * The columns of a password that somebody chooses. Each try may cost a hash for every former password, and says whether it was
 * one, so a user has a limited number of tries.
 */
export async function choosePassword(deps: AccountDeps, choice: Choice): ReturnType<typeof chosenPassword> {
  const { owner, name } = choice.user;
  await spend(deps.db, [limits.passwordsFor(owner, name)], choice.now);
  return chosenPassword({ ...deps, sql: deps.db }, choice);
}
