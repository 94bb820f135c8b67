import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltPage, builtPage } from './built-page.ts';
import { type Bodies, compressed } from './compressed.ts';

/** What can be asked for is what the build wrote: no path of a request ever reaches the file system. */
const filesIn = (folder: string) =>
  new Set(globSync('**/*.*', { cwd: folder }).map((name) => name.replaceAll('\\', '/')));

const pages = ['index.html', 'portal.html'];

export interface Build {
  files: ReadonlySet<string>;
  /** Nothing where a file has gone since. */
  bodiesOf: (name: string) => Bodies | undefined;
  pageOf: (name: string) => BuiltPage | undefined;
}

function read(folder: string): Build {
  const files = filesIn(folder);
  const known = new Map<string, Bodies>();
  const bodiesOf = (name: string) => {
    if (!files.has(name)) return;
    const bodies = known.get(name) ?? compressed(join(folder, name));
    if (bodies) known.set(name, bodies);
    return bodies;
  };
  const pageOf = (name: string) => {
    const bodies = bodiesOf(name);
    return bodies && builtPage(bodies.identity.toString());
  };
  return { files, bodiesOf, pageOf };
}

/**
 * The build as it is in its folder: one that comes after the start of the server is found without another start. While it is
 * being written, its pages are not there, and what was read of the one before still serves.
 */
export function openBuild(folder: string): () => Build {
  const writtenAt = () => {
    const times = pages.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs);
    return times.includes(undefined) ? undefined : times.join();
  };
  let present = read(folder);
  let presentSince = writtenAt();
  return () => {
    const since = writtenAt();
    if (since !== undefined && since !== presentSince) {
      present = read(folder);
      presentSince = since;
    }
    return present;
  };
}
