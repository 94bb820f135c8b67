import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorPages } from './error-page.ts';

/** What a build of the guide has. */
export interface BuiltGuide {
  /** The names of its files. Requests are compared with them, so no path of a request reaches the file system. */
  files: ReadonlySet<string>;
  /** Where each error is explained, relative to `/docs/errors/`. */
  errors: () => ReadonlyMap<string, string>;
}

function read(folder: string): BuiltGuide {
  const files = new Set(globSync('**/*.*', { cwd: folder }).map((name) => name.replaceAll('\\', '/')));
  let errors: ReadonlyMap<string, string> | undefined;
  const findErrors = () => {
    const names = [...files].filter((name) => /^errors\/[^/]+\.html$/.test(name));
    const texts = names.map((name) => [name.slice('errors/'.length), readFileSync(join(folder, name), 'utf8')]);
    return errorPages(Object.fromEntries(texts));
  };
  return {
    files,
    errors() {
      errors ??= findErrors();
      return errors;
    },
  };
}

/** Opens the guide in a folder. A newer build is used without a restart. Without a build there are no files. */
export function openGuide(folder: string): () => BuiltGuide {
  const builtAt = () => statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs;
  let since = builtAt();
  let present = read(folder);
  return () => {
    const now = builtAt();
    if (now !== since) [since, present] = [now, read(folder)];
    return present;
  };
}

/** The file of an address within the guide: pages have no end, and a folder has a page of its own. */
export function fileAt(path: string, { files }: BuiltGuide): string | undefined {
  const name = path.replace(/^\//, '');
  return [name, `${name}.html`, `${name}index.html`].find((each) => files.has(each));
}

/** The paragraph of an error that an address names: that of `/errors/locked` is `sign-in#locked`. */
export const paragraphAt = (path: string, guide: BuiltGuide): string | undefined =>
  path.startsWith('/errors/') ? guide.errors().get(path.slice('/errors/'.length)) : undefined;
