import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Every YAML or JSON file below a folder, in the order of their names; or the single file. */
export async function manifestFiles(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const named = entries.flatMap((entry) => {
    const file = join(entry.parentPath, entry.name);
    // A mounted ConfigMap keeps its files in a folder of this kind, and leads there by links.
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

/** A link that leads nowhere is told of as a file that cannot be read. */
const leadsToFile = (path: string) =>
  stat(path).then(
    (found) => found.isFile(),
    () => true,
  );

/** Tells one state of the files from another without reading them: what is written to, or replaced, has another one. */
export async function stampOf(path: string): Promise<string> {
  const stamps = (await manifestFiles(path)).map(async (file) => {
    const found = await stat(file).catch(() => undefined);
    return [file, found?.ino, found?.ctimeMs, found?.size].join(' ');
  });
  return (await Promise.all(stamps)).join('\n');
}
