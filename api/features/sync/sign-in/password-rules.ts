import { SourceError } from '../../../providers/directories/contract.ts';
import { policyOf } from '../../../providers/directories/ldap/passwords/policy-of.ts';
import { sourceOfLdap } from '../../../providers/directories/ldap/source.ts';
import type { DirectoryRules } from '../../../signin/place/directory-sign-in.ts';
import type { SyncDeps } from '../deps.ts';
import { type Home, nameOf } from './decide.ts';

/** A page waits for it. */
const longestMs = 5000;

/** What the directory of a user demands of a new password. A directory that is away tells none, and judges the password later. */
export async function rulesOfDirectory(deps: SyncDeps, home: Home): Promise<DirectoryRules> {
  const { directory, key } = home;
  const source = nameOf(home);
  if (!directory.writesPasswords) return { source, takesPasswords: false };
  try {
    const signal = AbortSignal.timeout(longestMs);
    return { source, takesPasswords: true, ...(await policyOf(sourceOfLdap(directory), key, { ...deps, signal })) };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { source, takesPasswords: true };
  }
}
