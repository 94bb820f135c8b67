import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Bodies, ends, readBodies } from './bodies.ts';
import { type BuiltPage, builtPage } from './built-page.ts';

/**
 * The files that the build wrote, without their compressed forms. Requests are compared with this list, so no path of
 * a request reaches the file system.
 */
const filesIn = (folder: string) =>
  new Set(
    globSync('**/*.*', { cwd: folder })
      .filter((name) => !Object.values(ends).some((end) => name.endsWith(end)))
      .map((name) => name.replaceAll('\\', '/')),
  );

const pages = ['index.html', 'portal.html'];

export interface Build {
  files: ReadonlySet<string>;
  /** Undefined if a file is gone. */
  bodiesOf: (name: string) => Bodies | undefined;
  pageOf: (name: string) => BuiltPage | undefined;
}

function read(folder: string): Build {
  const files = filesIn(folder);
  const known = new Map<string, Bodies>();
  const bodiesOf = (name: string) => {
    if (!files.has(name)) return;
    const bodies = known.get(name) ?? readBodies(join(folder, name));
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
 * Opens the build in a folder. A newer build is used without a restart. While it is being written, the pages are
 * missing, and files that were already read still work.
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
