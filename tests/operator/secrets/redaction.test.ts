import { createLog } from '@doorwright/operator/runtime/observe/log.ts';
import { Redactor } from '@doorwright/operator/runtime/observe/redact.ts';
import { describe, expect, test } from 'vitest';

/** Seeded, so that a failing run can be repeated. */
function aRandom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const alphabet = 'abcXYZ019 _-+/=.,:;"\'\\{}[]()<>&%$#@!?\n\té漢字🔑';

describe('T19 a planted secret never appears', () => {
  test('in text: 2,000 secrets of any characters in all spellings, among similar values', () => {
    const seed = Number(process.env.FUZZ_SEED ?? 20_260_101);
    const random = aRandom(seed);
    const letters = [...alphabet];
    const text = (length: number) =>
      Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('');
    const redactor = new Redactor();
    const planted = Array.from({ length: 2000 }, (_, i) => {
      const value = text(6 + Math.floor(random() * 40));
      redactor.remember(`team/secret-${i}`, [value]);
      return value;
    });
    const spellings = [
      (value: string) => value,
      (value: string) => Buffer.from(value).toString('base64'),
      (value: string) => Buffer.from(value).toString('base64url'),
      (value: string) => Buffer.from(value).toString('hex'),
      encodeURIComponent,
      (value: string) => JSON.stringify(value).slice(1, -1),
      (value: string) => JSON.stringify(JSON.stringify(value)).slice(3, -3),
    ];
    for (const value of planted)
      for (const spell of spellings) {
        const clean = redactor.redact(`${text(20)}${spell(value)}${text(20)}`);
        expect(clean.includes(spell(value)), `seed ${seed}: ${JSON.stringify(value)} in ${clean}`).toBe(false);
      }
  });

  test('in a log line: message, fields, errors and stacks', () => {
    const secret = 'pa"ss\nwörd-7';
    const redactor = new Redactor();
    redactor.remember('team/db/password', [secret]);
    const lines: string[] = [];
    const log = createLog(redactor, (line) => lines.push(line)).child({ namespace: 'team', note: secret });
    log.info({ spec: { nested: [secret] } }, `Tried ${secret}`);
    const cause = new Error(`Reset after ${secret}`);
    log.error({ error: new Error(`Login with ${secret} failed`, { cause }) }, 'Failed a pass');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).not.toContain(JSON.stringify(secret).slice(1, -1));
      expect(JSON.parse(line)).toMatchObject({ namespace: 'team', note: '(redacted)', time: expect.any(String) });
    }
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', message: 'Tried (redacted)' });
    // `fetch failed` alone gives no reason.
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ error: { cause: 'Error: Reset after (redacted)' } });
  });

  test.each([
    ['an unknown token', 'got eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl back', 'eyJzdWIi'],
    ['a header', 'sent Authorization: Bearer abcdef123456', 'abcdef123456'],
    ['a database address', 'postgres://app:hunter22@db:5432/x refused', 'hunter22'],
    ['a form field', 'client_secret=s3cr3t-value&grant_type=x', 's3cr3t-value'],
    ['a JSON field', '{"clientSecret":"s3cr3t-value"}', 's3cr3t-value'],
    ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----', 'MIIEow'],
    ['half a private key', 'cut off: -----BEGIN PRIVATE KEY-----\nMIIEow', 'MIIEow'],
  ])('%s is recognized by its form', (_, text, secret) => {
    expect(new Redactor().redact(text)).not.toContain(secret);
  });
});

test('other text stays readable', () => {
  const redactor = new Redactor();
  redactor.remember('team/short', ['on', '']);
  const text =
    'Turned on Application team/shop: secretRef.name my-secret is missing, https://id.example.com/callback stays';
  expect(redactor.redact(text)).toBe(text);
});

test('a rotated value stays hidden until its last owner is gone', () => {
  const redactor = new Redactor();
  redactor.remember('a', ['old-value-1']);
  redactor.remember('b', ['old-value-1']);
  redactor.remember('a', ['new-value-2']);
  expect(redactor.redact('old-value-1 new-value-2')).toBe('(redacted) (redacted)');
  redactor.forget('a');
  expect(redactor.redact('old-value-1 new-value-2')).toBe('(redacted) new-value-2');
  redactor.forget('b');
  expect(redactor.redact('old-value-1 new-value-2')).toBe('old-value-1 new-value-2');
});
