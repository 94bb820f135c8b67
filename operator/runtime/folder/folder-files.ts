import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** All YAML and JSON files below a folder, by name; or one file. */
export async function manifestFiles(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const named = entries.flatMap((entry) => {
    const file = join(entry.parentPath, entry.name);
    // A mounted ConfigMap has its files in such a folder, with links to them.
    const isHidden = /(^|[/\\])\./.test(relative(path, file));
    return isHidden || !/\.(ya?ml|json)$/.test(entry.name) ? [] : [{ entry, file }];
  });
  const files = await Promise.all(
    named.map(async ({ entry, file }) =>
      entry.isFile() || (entry.isSymbolicLink() && (await leadsToFile(file))) ? [file] : [],
    ),
  );
  return files.flat().sort();
}

/** A broken link is reported as an unreadable file. */
const leadsToFile = (path: string) =>
  stat(path).then(
    (found) => found.isFile(),
    () => true,
  );

/** A fingerprint of the files, without their content. It changes when a file is written or replaced. */
export async function stampOf(path: string): Promise<string> {
  const stamps = (await manifestFiles(path)).map(async (file) => {
    const found = await stat(file).catch(() => undefined);
    return [file, found?.ino, found?.ctimeMs, found?.size].join(' ');
  });
  return (await Promise.all(stamps)).join('\n');
}
