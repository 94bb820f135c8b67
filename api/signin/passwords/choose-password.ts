import type { User } from '@doorwright/crds/kinds/user.ts';
import { chosenPassword } from '../../kinds/user/chosen-password.ts';
import { limits, spend } from '../locks/limits.ts';
import type { AccountDeps } from '../place/deps.ts';

type Choice = Omit<Parameters<typeof chosenPassword>[1], 'user'> & { user: User; oldPassword?: string };

/**
 * The columns of a password that somebody chooses. Each try may cost a hash for every former password, and says whether it was
 * one, so a user has a limited number of tries. A user of a directory gets the password there, by its rules too.
 */
export async function choosePassword(
  deps: AccountDeps,
  { oldPassword, ...choice }: Choice,
): ReturnType<typeof chosenPassword> {
  const { user, password, now } = choice;
  await spend(deps.db, [limits.passwordsFor(user.owner, user.name)], now);
  const columns = await chosenPassword({ ...deps, sql: deps.db }, choice);
  const inDirectory = await deps.directories.changePassword({
    user,
    password,
    now,
    ...(oldPassword && { oldPassword }),
  });
  return { ...columns, ...inDirectory };
}
