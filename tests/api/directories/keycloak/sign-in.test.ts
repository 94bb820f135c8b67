import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { readCosts } from '@doorwright/api/kinds/user/passwords/cached-costs.ts';
import { inspectDigest, mostCosts, paidCosts } from '@doorwright/api/kinds/user/passwords/digest-costs.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../harness/app.ts';
import { startTenants } from '../../../harness/world.ts';

let app: TestApp;
beforeAll(async () => {
  ({ app } = await startTenants());
});
afterAll(() => app?.stop());

function digestOf(password: string, algorithm: 'sha256' | 'sha512', rounds: number): string {
  const salt = randomBytes(16);
  const digest = pbkdf2Sync(password, salt, rounds, 64, algorithm).toString('base64');
  return `$pbkdf2-${algorithm}$i=${rounds}$${salt.toString('base64')}$${digest}`;
}

const people = () => app.db('users').where({ owner: 'acme' });

test('a person signs in with the digest of another system, which the sign-in replaces', async () => {
  const { name } = await people().orderBy('name').first();
  const own = () => people().where({ name });
  await app.db('organizations').where({ name: 'acme' }).update({ upgrade_passwords: true });
  const password = digestOf('a password from elsewhere', 'sha512', 210_000);
  await own().update({ password, password_type: 'pbkdf2', password_salt: '' });
  await expect(app.signedIn('acme', name, 'another password')).rejects.toThrow();
  expect((await own().first()).password).toBe(password);
  await app.signedIn('acme', name, 'a password from elsewhere');
  expect(await own().first()).toMatchObject({
    password_type: 'argon2id',
    password: expect.stringMatching(/^\$argon2id\$/),
  });
  await app.signedIn('acme', name, 'a password from elsewhere');
});

test('S25 a wrong password pays the costs of imported digests, each once', async () => {
  const names: string[] = await people().orderBy('name').limit(2).pluck('name');
  const digests = [digestOf('x', 'sha512', 1000), digestOf('x', 'sha256', 2000)];
  for (const [index, name] of names.entries())
    await people().where({ name }).update({ password: digests[index], password_type: 'pbkdf2' });
  const costs = await readCosts(app.db, 'acme');
  expect(costs).toEqual(expect.arrayContaining(['pbkdf2 sha512 1000 64', 'pbkdf2 sha256 2000 64']));
  expect(paidCosts('argon2id', costs).size).toBeLessThanOrEqual(mostCosts);
});

test('S25 a digest with too many rounds is never computed', () => {
  const bounded = (rounds: number, algorithm = 'sha512') =>
    inspectDigest('pbkdf2', `$pbkdf2-${algorithm}$i=${rounds}$c2FsdA==$${Buffer.alloc(64).toString('base64')}`)
      ?.isBounded;
  expect([bounded(1), bounded(210_000), bounded(600_000, 'sha256'), bounded(1_300_000)]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  // Each block of 32 bytes repeats all rounds.
  expect([bounded(0), bounded(1_300_001), bounded(700_000, 'sha256'), bounded(9_999_999)]).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(inspectDigest('pbkdf2', '$pbkdf2-md5$i=1$c2FsdA==$AAAA')).toBeUndefined();
});
