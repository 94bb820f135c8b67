import { schemes } from '@doorwright/api/kinds/user/passwords/password-types.ts';
import { hashPassword, type PasswordType, verifyPassword } from '@doorwright/api/kinds/user/passwords/passwords.ts';
import { judgePassword } from '@doorwright/api/signin/passwords/judge.ts';
import { type Organization, passwordTypes } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { describe, expect, test } from 'vitest';

interface Vector {
  type: PasswordType;
  stored: string;
  user?: string;
  organization?: string;
}

// Casdoor 2022 made these from the password 123456.
const vectors: Vector[] = [
  { type: 'plain', stored: '123456' },
  { type: 'salt', stored: '8d969eef6ecad3c29a3a629280e686cf0c3f5d5a86aff3ca12020c923adc6c92' },
  { type: 'salt', organization: '123', stored: '98ff559166ae1038238c66394141d93d3ca9f1457ae38cdcb49a3e7871a76f52' },
  { type: 'md5-salt', stored: 'e10adc3949ba59abbe56e057f20f883e' },
  { type: 'md5-salt', user: 'abc', stored: '322d3fef02fc39251436cb4522d29a71' },
  { type: 'bcrypt', stored: '$2a$10$abcdefghijklmnopqrstuuxD0vCwu/f2ahNVJLL35ZYA2xuiRyPH6' },
  {
    type: 'pbkdf2-salt',
    user: 'MDEyMzQ1Njc4OWFiY2RlZg==',
    stored: 'ItJAE3b5Jr+qJdoizh1DGmLcgxE/wdwRuTACkkM/T11JX9pyNdTjvwUoytCt70oMsHwODbSa5kCAFcGDS9YG+w==',
  },
  {
    type: 'pbkdf2-salt',
    stored: '3iF336tWSsF1QvmfOijIQQLM3u0ZpdBpUy50lLSszo7GUaMEJU8C4x48SRO1TdQ4OOJYyb+HCpKC3qtScCUL5g==',
  },
  {
    type: 'argon2id',
    stored: '$argon2id$v=19$m=65536,t=1,p=2$MDEyMzQ1Njc4OWFiY2RlZg$YnvRWPP//t7c67U5q7Z/XAdkMH+ILQkp/LiHAFtdBLg',
  },
];

describe('passwords of earlier systems', () => {
  test.each(vectors)(
    '$type $user $organization: only the right password verifies',
    async ({ type, stored, user = '', organization = '' }) => {
      const check = (password: string) =>
        verifyPassword({ type, stored, password, userSalt: user, organizationSalt: organization });
      expect(await check('123456')).toBe(true);
      for (const wrong of ['123457', '', '1234567', stored === '123456' ? '12345' : stored])
        expect(await check(wrong), wrong).toBe(false);
    },
  );

  test.each(vectors.filter(({ type }) => !['bcrypt', 'argon2id'].includes(type)))(
    '$type $user $organization: gets the same hash as there',
    async ({ type, stored, user = '', organization = '' }) => {
      expect(await schemes[type].hash('123456', { user, organization })).toBe(stored);
    },
  );
});

test.each(passwordTypes)(
  '%s: a hash verifies, and two users with one password have different hashes if the type has salts',
  async (type) => {
    const [first, second] = [
      await hashPassword({ type, password: 'secret-1' }),
      await hashPassword({ type, password: 'secret-1' }),
    ];
    for (const { password: stored, passwordSalt } of [first, second]) {
      expect(await verifyPassword({ type, stored, password: 'secret-1', userSalt: passwordSalt })).toBe(true);
      expect(await verifyPassword({ type, stored, password: 'secret-2', userSalt: passwordSalt })).toBe(false);
      expect(stored.length).toBeLessThanOrEqual(200);
    }
    if (!['plain', 'salt'].includes(type)) expect(first.password).not.toBe(second.password);
  },
);

test('new argon2id passwords cost 7 MiB and five passes', async () => {
  expect((await hashPassword({ type: 'argon2id', password: 'secret-1' })).password).toMatch(
    /^\$argon2id\$v=19\$m=7168,t=5,p=1\$/,
  );
});

test('S33 a password of a megabyte is refused before it is hashed', async () => {
  const password = 'x'.repeat(2 ** 20);
  await expect(hashPassword({ type: 'argon2id', password })).rejects.toMatchObject({ code: 'password-too-long' });
  await expect(verifyPassword({ type: 'argon2id', stored: 'x', password })).rejects.toMatchObject({
    code: 'password-too-long',
  });
});

test('S33 bcrypt refuses a password that it would cut off', async () => {
  const kept = await hashPassword({ type: 'bcrypt', password: 'x'.repeat(72) });
  expect(kept.password).toMatch(/^\$2a\$10\$/);
  await expect(hashPassword({ type: 'bcrypt', password: 'ä'.repeat(37) })).rejects.toMatchObject({
    code: 'password-too-long',
    params: { limit: 72 },
  });
});

test.each(passwordTypes)('S25 an unknown name costs as much computing as a user with a %s password', async (type) => {
  const stored = await hashPassword({ type, password: 'secret-1' });
  const user = {
    owner: 'acme',
    isGlobalAdmin: false,
    password: stored.password,
    passwordSalt: stored.passwordSalt,
    passwordType: type,
  } as User;
  const organization = { passwordType: type, passwordSalt: '', masterPassword: '' } as Organization;
  const cost = async (who: User | undefined) => {
    const before = process.cpuUsage();
    expect(await judgePassword('wrong-one', who, organization, false, async () => [])).toBeUndefined();
    const { user: own, system } = process.cpuUsage(before);
    return own + system;
  };
  await cost(undefined);
  const ratios: number[] = [];
  // One beside the other, because the other load on the machine changes.
  for (let round = 0; round < 15; round++) ratios.push((await cost(user)) / (await cost(undefined)));
  const ratio = ratios.sort((a, b) => a - b)[7] ?? 0;
  // The types differ by a factor of three or more. Other load on the machine adds less.
  expect(ratio).toBeGreaterThan(0.6);
  expect(ratio).toBeLessThan(1.6);
});

test('a stored text that is no digest of its type lets nobody sign in and causes no error', async () => {
  for (const type of passwordTypes.filter((each) => each !== 'plain'))
    expect(await verifyPassword({ type, stored: 'not a digest', password: 'secret-1' })).toBe(false);
});

test('hashing does not block the event loop', async () => {
  const computed = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;
  const [thread, all] = [process.threadCpuUsage(), process.cpuUsage()];
  let [longest, last] = [0, 0];
  const look = () => {
    const now = computed(process.threadCpuUsage(thread));
    [longest, last] = [Math.max(longest, now - last), now];
  };
  const beat = setInterval(look, 5);
  await Promise.all(Array.from({ length: 20 }, () => hashPassword({ type: 'argon2id', password: 'secret-1' })));
  clearInterval(beat);
  look();
  // Only its own processor time, because other load on the machine delays everything.
  expect(longest).toBeLessThan(150);
  // Twenty hashes take some hundred milliseconds on other threads.
  expect(computed(process.threadCpuUsage(thread))).toBeLessThan(computed(process.cpuUsage(all)) / 4);
});
