import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { platform } from '../callers.ts';
import type { EgressOwner } from '../egress/gate.ts';
import { SqlReadError } from './source.ts';

/** Tells whether a path is below a folder, after every link in both is followed. */
const isBelow = (folder: string, path: string) => {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

/**
 * The real path of a file of sqlite3. The platform reads files below the folder of the setting, and an organization
 * those below the folder with its name in there, because other organizations have files beside it.
 */
export async function sqliteFile(path: string, owner: EgressOwner, folder: string | undefined): Promise<string> {
  if (!folder) throw new SqlReadError('files-off');
  const isPlatform = owner === 'platform' || owner.organization === platform;
  try {
    const root = await realpath(folder);
    // A name such as `..` would lead out of the folder.
    const own = isPlatform ? root : join(root, owner.organization);
    if (!isPlatform && (relative(root, own) !== owner.organization || (await realpath(own)) !== own))
      throw new SqlReadError('no-file');
    const file = await realpath(isAbsolute(path) ? path : join(own, path));
    if (isBelow(own, file)) return file;
  } catch (error) {
    throw new SqlReadError('no-file', error);
  }
  throw new SqlReadError('no-file');
}
