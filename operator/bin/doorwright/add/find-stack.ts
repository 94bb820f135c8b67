import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Stack, stacks } from '@doorwright/programs/stacks.ts';
import { CommandError } from '../command-error.ts';

/** How a folder shows that it has a program of a stack. The first that fits counts, so Next.js is before React. */
const signs: readonly [stack: string, isOf: (folder: string) => boolean][] = [
  ['nextjs', (folder) => hasPackage(folder, 'next')],
  ['express', (folder) => hasPackage(folder, 'express')],
  ['react', (folder) => hasPackage(folder, 'react') && hasPackage(folder, 'vite')],
  ['laravel', (folder) => /"laravel\/framework"/.test(textOf(folder, 'composer.json'))],
  ['spring-boot', (folder) => isSpring(folder)],
  [
    'django',
    (folder) => existsSync(join(folder, 'manage.py')) || /^django\b/im.test(textOf(folder, 'requirements.txt')),
  ],
  ['django', (folder) => /["']django\b/i.test(textOf(folder, 'pyproject.toml'))],
  ['go', (folder) => existsSync(join(folder, 'go.mod'))],
  ['dotnet', (folder) => readdirSync(folder).some((file) => file.endsWith('.csproj'))],
];

const textOf = (folder: string, file: string): string => {
  const path = join(folder, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

export const isSpring = (folder: string): boolean =>
  ['pom.xml', 'build.gradle', 'build.gradle.kts'].some((file) =>
    textOf(folder, file).includes('org.springframework.boot'),
  );

export interface PackageFile {
  name?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** The package.json of a folder. Without one, or with a broken one, it is empty. */
export function packageFile(folder: string): PackageFile {
  try {
    return JSON.parse(textOf(folder, 'package.json') || '{}');
  } catch {
    throw new CommandError(`${join(folder, 'package.json')} is no JSON.`);
  }
}

function hasPackage(folder: string, name: string): boolean {
  const { dependencies, devDependencies } = packageFile(folder);
  return Object.hasOwn({ ...dependencies, ...devDependencies }, name);
}

export const stackNames = stacks.map(({ name }) => name).join(', ');

/** The stack of the program in a folder, or the named one. */
export function findStack(folder: string, named?: string): Stack {
  const name = named ?? signs.find(([, isOf]) => isOf(folder))?.[0];
  const stack = stacks.find((each) => each.name === name);
  if (stack) return stack;
  throw new CommandError(
    named
      ? `«${named}» is no stack. --stack takes ${stackNames}.`
      : `The folder ${folder} shows no stack that is known. Run the command in the folder of a program, or name one of ${stackNames} with --stack.`,
  );
}
