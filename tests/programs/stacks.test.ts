import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stacks } from '@doorwright/programs/stacks.ts';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../programs/', import.meta.url));
const tracked = execFileSync('git', ['ls-files', '-z', '.'], { cwd: root, encoding: 'utf8' }).split('\0');

test('a person chooses between eight stacks', () => {
  expect(stacks.map(({ name }) => name).sort()).toEqual([
    'django',
    'dotnet',
    'express',
    'go',
    'laravel',
    'nextjs',
    'react',
    'spring-boot',
  ]);
});

describe.each(stacks)('the program for $title', (stack) => {
  const { name, files, origin, redirectUri, commands, envFile } = stack;
  const read = (file: string) => readFileSync(join(root, name, file), 'utf8');

  test('has the listed files and no others', () => {
    const own = tracked.filter((file) => file.startsWith(`${name}/`)).map((file) => file.slice(name.length + 1));
    expect([...files].sort()).toEqual(own.sort());
  });

  test('is short enough to read, and has no value of its own', () => {
    const text = files.map(read).join('');
    expect(text.split('\n').length).toBeLessThan(260);
    for (const key of ['OIDC_ISSUER_URL', 'OIDC_CLIENT_ID', 'OIDC_REDIRECT_URI']) expect(text).toMatch(key);
    expect(text).not.toMatch(/<your|change-?me/i);
  });

  test('listens where its redirect URL leads, and has commands and a file for its values', () => {
    expect(new URL(redirectUri).origin).toBe(origin);
    expect(commands.length).toBeGreaterThan(0);
    expect(envFile).toMatch(/^(\.env(\.local)?|appsettings\.Local\.json)$/);
  });

  test('names exact versions of what it installs', () => {
    for (const file of files.filter((each) => each.endsWith('package.json'))) {
      const { dependencies, devDependencies } = JSON.parse(read(file));
      for (const version of Object.values({ ...dependencies, ...devDependencies }))
        expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    }
    if (files.includes('requirements.txt')) expect(read('requirements.txt')).toMatch(/^([\w-]+==[\d.]+\n)+$/);
  });
});
