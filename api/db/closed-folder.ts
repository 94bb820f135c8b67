import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const othersMayEnter = 0o001;

/** The first folder on the way to a path that only its owner may enter. */
export function closedFolderAbove(path: string): string | undefined {
  const folders: string[] = [];
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  return folders.find((folder) => (statSync(folder).mode & othersMayEnter) === 0);
}
