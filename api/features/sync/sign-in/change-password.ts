import { Refusal } from '../../../core/errors.ts';
import { SourceError } from '../../../directories/contract.ts';
import { changePassword } from '../../../directories/ldap/passwords/change-password.ts';
import { sourceOfLdap } from '../../../directories/ldap/source.ts';
import type { SyncDeps } from '../deps.ts';
import type { Home } from './decide.ts';

/** Sets a password in the directory. Its refusal is told in its own words. */
export async function changeInDirectory(
  deps: SyncDeps,
  { directory, key }: Home,
  { password, oldPassword }: { password: string; oldPassword?: string | undefined },
): Promise<void> {
  try {
    await changePassword(
      sourceOfLdap(directory),
      key,
      { newPassword: password, ...(oldPassword && { oldPassword }) },
      deps,
    );
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new Refusal(error.problem.code, error.problem.params);
  }
}
