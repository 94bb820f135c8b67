import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { testSignIn } from './sign-in.ts';
import { startProgram } from './started.ts';
import { createProgramWorld, stackOf } from './world.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (...path: string[]) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));

const how = {
  commands: ['npm start'],
  prepare: (folder: string) => symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules')),
};

testSignIn(stackOf('express'), how);

test('the program ends with an error if its port is in use', async () => {
  const world = await createProgramWorld(stackOf('express'));
  const program = await startProgram(stackOf('express'), world.values, how);
  const { port } = new URL(world.values.redirectUri);
  const second = promisify(execFile)(process.execPath, ['--env-file=.env', 'server.js'], {
    cwd: program.folder,
    env: { PORT: port },
  });
  await expect(second).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('EADDRINUSE') });
  await program.stop();
  await world.app.stop();
}, 120_000);

test('the packages of the program are those that it was tried with', () => {
  const { dependencies } = read('programs', 'express', 'package.json');
  const tried = Object.keys(dependencies).map((name) => [name, read('node_modules', name, 'package.json').version]);
  expect(Object.fromEntries(tried)).toEqual(dependencies);
});
