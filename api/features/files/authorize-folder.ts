import { administers, type Caller, isGlobalAdmin, isUser } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { unlessOwed } from '../../core/owed-proof.ts';

/** The owner and user of a file. */
export interface FileOwner {
  owner: string;
  user: string;
}

const isOf = (name: string, file = '') => file.slice(0, file.lastIndexOf('.')) === name;

/**
 * Tells whether the caller may store a file at this path for this user. Three folders are divided by organization
 * and user. All other paths are free for administrators and programs, first come first served.
 */
function mayStore(
  caller: Caller,
  { owner, user }: FileOwner,
  [folder, organization, ...rest]: readonly string[],
  tag: string,
) {
  if (isGlobalAdmin(caller)) return true;
  const isAdministrator = administers(caller, owner);
  if (!isAdministrator && !isUser(caller, owner, user)) return false;
  // The application is checked when its terms are set.
  if (folder === 'termsOfUse' || tag === 'termsOfUse') return isAdministrator && folder === tag;
  if (folder === 'avatar')
    return organization === owner && rest.length === 1 && (isAdministrator || isOf(user, rest[0]));
  if (folder === 'resource')
    return organization === owner && (isAdministrator || (rest.length > 1 && rest[0] === user));
  return isAdministrator;
}

export function authorizeFolder(caller: Caller, fileOwner: FileOwner, parts: readonly string[], tag: string): void {
  if (!mayStore(caller, fileOwner, parts, tag)) throw unlessOwed(caller, new Refusal('unauthorized'));
}
