import { Refusal } from '../../../core/errors.ts';
import { SourceError } from '../../../providers/directories/contract.ts';
import { changePassword } from '../../../providers/directories/ldap/passwords/change-password.ts';
import { sourceOfLdap } from '../../../providers/directories/ldap/source.ts';
import type { SyncDeps } from '../deps.ts';
import type { Home } from './decide.ts';

const longestMs = 15_000;

/** Sets a password in the directory. Its refusal is told in its own words. */
export async function changeInDirectory(
  deps: SyncDeps,
  { directory, key }: Home,
  { password, oldPassword }: { password: string; oldPassword?: string | undefined },
): Promise<void> {
  const wanted = { key, next: password, ...(oldPassword && { old: oldPassword }) };
  try {
    const signal = AbortSignal.timeout(longestMs);
    const { problem } = await changePassword(sourceOfLdap(directory), wanted, { ...deps, signal });
    if (problem) throw new SourceError(problem);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new Refusal(error.problem.code, error.problem.params);
  }
}
