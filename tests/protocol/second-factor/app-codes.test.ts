import { describe, expect, test } from 'vitest';
import { fromBase32, oneTimeCode } from '../../harness/one-time-code.ts';
import { password } from '../../harness/world.ts';
import { factorWorld } from './factor-world.ts';

const world = factorWorld();
const { login, browser } = world;

/** RFC 6238, appendix B, SHA-1. */
const vectors = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const;

test.each(vectors)('the app of these tests shows the codes of RFC 6238, at %i seconds', (seconds, code) => {
  const secret = Buffer.from('12345678901234567890');
  expect(oneTimeCode(secret, new Date(seconds * 1000), { digits: 8 })).toBe(code);
});

describe('S26 a code of an app', () => {
  test.each([-2, 2, 120])('of a clock that is %i steps wrong is refused', async (steps) => {
    const { username, secret } = await world.enrolled();
    // Each step of the clock in the test comes after the code of the set-up.
    world.later(120_000);
    const client = browser();
    await login(client, { username, password });
    expect(await login(client, { factorCode: world.code(secret, steps) })).toMatchObject({ code: 'code-wrong' });
  });

  test.each([-1, 0, 1])('of a clock that is %i steps wrong is accepted', async (steps) => {
    const { username, secret } = await world.enrolled();
    world.later(120_000);
    const client = browser();
    await login(client, { username, password });
    expect(await login(client, { factorCode: world.code(secret, steps) })).toMatchObject({ status: 'ok' });
  });
});

test('the database keeps neither the secret nor a recovery code that anybody could read', async () => {
  const { username, secret, recoveryCodes } = await world.enrolled();
  const factors = await world.app.db('factors').where({ owner: 'acme', user: username });
  expect(factors.map(({ type }) => type).toSorted()).toEqual(['recovery', 'totp']);
  const users = await world.app.db('users').where({ owner: 'acme', name: username });
  const text = JSON.stringify([factors, users]).toLowerCase();
  const bytes = fromBase32(secret);
  const spellings = (['hex', 'base64', 'base64url'] as const).map((form) => bytes.toString(form));
  const codes = recoveryCodes.flatMap((code) => [code, code.replaceAll(/[^A-Za-z0-9]/g, '')]);
  expect(codes).toHaveLength(20);
  for (const kept of [secret, ...spellings, ...codes]) expect(text).not.toContain(kept.toLowerCase());
});
