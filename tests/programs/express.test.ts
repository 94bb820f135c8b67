import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { testSignIn } from './sign-in.ts';
import { stackOf } from './world.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (...path: string[]) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));

testSignIn(stackOf('express'), {
  commands: ['npm start'],
  prepare: (folder) => symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules')),
});

test('the packages of the program are those that it was tried with', () => {
  const { dependencies } = read('programs', 'express', 'package.json');
  const tried = Object.keys(dependencies).map((name) => [name, read('node_modules', name, 'package.json').version]);
  expect(Object.fromEntries(tried)).toEqual(dependencies);
});
