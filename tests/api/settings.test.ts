import { readConfig } from '@doorwright/api/config.ts';
import { describe, expect, test } from 'vitest';

const key = Buffer.from('a key for tests, of thirty-two b').toString('base64');

describe('a setting that cannot be used stops the start with one sentence that names it', () => {
  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DOORWRIGHT_ORIGIN', 'http://id.example.com'],
    ['DOORWRIGHT_ORIGIN', 'https://id.example.com/path'],
    ['DOORWRIGHT_ADMIN_PASSWORD', '123'],
    ['DOORWRIGHT_SECRET_KEY', 'short'],
    ['DOORWRIGHT_EGRESS_ALLOW', '10.0.0.0'],
    ['WEB_CONCURRENCY', '0'],
    ['LOG_LEVEL', 'loud'],
    ['DOORWRIGHT_ORIGN', 'https://id.example.com'],
  ])('%s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}[^\\n]*\\.$`));
  });

  test('and never repeats a secret', () => {
    expect(() => readConfig({ DOORWRIGHT_SECRET_KEY: 'hush-hush' })).toThrow(/^(?!.*hush).*$/);
    expect(() => readConfig({ DATABASE_URL: 'mysql://user:hush@db/x' })).toThrow(/^(?!.*hush).*$/);
  });
});

test('S53 a key of zeros, of one letter or of a pattern is refused as a published one is', () => {
  for (const weak of [Buffer.alloc(32), Buffer.alloc(32, 'a'), Buffer.alloc(32, 'abcd')]) {
    expect(() => readConfig({ DOORWRIGHT_SECRET_KEY: weak.toString('base64') })).toThrow('DOORWRIGHT_SECRET_KEY');
  }
  expect(readConfig({ DOORWRIGHT_SECRET_KEY: key }).DOORWRIGHT_SECRET_KEY).toHaveLength(1);
});

test('an empty setting is one that is not there', () => {
  expect(readConfig({ PORT: '', DOORWRIGHT_EGRESS_ALLOW: '' })).toMatchObject({
    PORT: 8000,
    DOORWRIGHT_EGRESS_ALLOW: [],
    DOORWRIGHT_ORIGIN: 'http://localhost:8000',
  });
});
