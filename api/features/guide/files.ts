import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The names of the built guide's files. Requests are compared with them, so no path of a request reaches the file system. */
export type Files = ReadonlySet<string>;

const namesIn = (folder: string): Files =>
  new Set(globSync('**/*.*', { cwd: folder }).map((name) => name.replaceAll('\\', '/')));

/** Reads the names again after each build. Without a build there are none. */
export function filesOf(folder: string): () => Files {
  const builtAt = () => statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs;
  let since = builtAt();
  let files = namesIn(folder);
  return () => {
    const now = builtAt();
    if (now !== since) [since, files] = [now, namesIn(folder)];
    return files;
  };
}

/** The file of an address within the guide: pages have no end, and a folder has a page of its own. */
export function fileAt(path: string, files: Files): string | undefined {
  const name = path.replace(/^\//, '');
  return [name, `${name}.html`, `${name}index.html`].find((each) => files.has(each));
}
