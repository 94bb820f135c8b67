import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { importsOf } from './imports.ts';

export interface Import {
  file: string;
  target: string;
  specifier: string;
}

/** The relative imports of all files of the product, with the file that each leads to. Types count as values do. */
export function relativeImports(root: string): Import[] {
  const files = globSync('{crds,locales,api,operator,console}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  });
  return files.sort().flatMap((file) =>
    importsOf(file, readFileSync(join(root, file), 'utf8'))
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => ({ file, specifier, target: normalize(join(dirname(file), specifier)) })),
  );
}

export const isIn = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`);
