import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { importsOf } from './imports.ts';

/** Files that import each other, directly or through others, as `a -> b -> a`. One circle for each import that closes one. */
export function importCircles(root: string): string[] {
  const files = globSync('{crds,locales,api,operator,console}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  });
  const known = new Set(files);
  const targets = (file: string) =>
    importsOf(file, readFileSync(join(root, file), 'utf8'))
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => normalize(join(dirname(file), specifier)))
      .filter((target) => known.has(target));
  const circles: string[] = [];
  const seen = new Set<string>();
  function follow(file: string, way: readonly string[]): void {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
    if (seen.has(file)) return;
    seen.add(file);
    for (const target of targets(file)) follow(target, [...way, file]);
  }
  for (const file of files.sort()) follow(file, []);
  return circles;
}
