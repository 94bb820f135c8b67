import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stacks } from '@doorwright/programs/stacks.ts';
import { loadEnv } from 'vite';
import { describe, expect, test } from 'vitest';
import { stackOf } from './world.ts';

const usual = { issuer: 'https://id.example', clientId: 'shop', redirectUri: 'https://shop.example/callback' };
const injected = 'INJECTED=yes';
const hard = [
  "it's",
  'say "so"',
  `both ' and "`,
  '`back` and \'single\' and "double"',
  `$HOME $${'{HOME}'} $(id) \`id\``,
  'a # no comment',
  ' spaces around ',
  'back\\slash\\n \\$HOME',
  `line\n${injected}`,
  `line\r\n${injected}`,
  `'\n${injected}\n'`,
  `"\u2028${injected}`,
  'a=b:c!d',
  'grüße 日本 🐈',
  '',
];

/** What a program of the stack reads. */
const readers: Record<string, (text: string) => Record<string, string | undefined>> = {
  express: (text) =>
    inFolder('.env', text, (folder) => {
      const program = 'process.stdout.write(JSON.stringify(process.env))';
      const { stdout } = spawnSync(process.execPath, ['--env-file=.env', '-e', program], {
        cwd: folder,
        env: { HOME: '/somewhere' },
        encoding: 'utf8',
      });
      return JSON.parse(stdout);
    }),
  react: (text) => inFolder('.env.local', text, (folder) => loadEnv('development', folder, '')),
  dotnet: (text) => JSON.parse(text),
};

function inFolder<T>(file: string, text: string, read: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'doorwright-env-'));
  try {
    writeFileSync(join(folder, file), text);
    return read(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.each(Object.keys(readers))('the file of %s', (name) => {
  test.each(hard)('has exactly the value %j, or says that it cannot', (value) => {
    const text = stackOf(name).env({ ...usual, clientId: value });
    const prefix = name === 'react' ? 'VITE_' : '';
    const read = readers[name]?.(text) ?? {};
    if (text.includes('no way to write')) expect(read[`${prefix}OIDC_CLIENT_ID`]).toBeUndefined();
    else expect(read[`${prefix}OIDC_CLIENT_ID`]).toBe(value);
    expect(read.INJECTED).toBeUndefined();
    expect(read[`${prefix}OIDC_ISSUER_URL`]).toBe(usual.issuer);
    expect(read[`${prefix}OIDC_REDIRECT_URI`]).toBe(usual.redirectUri);
  });

  test('can hold each quote, a dollar sign and a hash', () => {
    for (const value of hard.slice(0, 3).concat('$HOME', 'a # b'))
      expect(stackOf(name).env({ ...usual, clientId: value })).not.toMatch('no way to write');
  });
});

test.each(stacks)('a value adds no line to the file of $title', ({ env, name }) => {
  const lines = (clientId: string) => env({ ...usual, clientId }).split('\n').length;
  if (name === 'dotnet') return;
  for (const value of hard) expect(lines(value)).toBe(lines('shop'));
});

test('a public client has no secret in its file', () => {
  expect(stackOf('react').env(usual)).not.toMatch('SECRET');
});
