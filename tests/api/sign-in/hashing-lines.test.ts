import { createRoundRobinQueue } from '@doorwright/api/core/work/round-robin-queue.ts';
import { cachedCosts } from '@doorwright/api/kinds/user/passwords/cached-costs.ts';
import { inspectDigest, paidCosts } from '@doorwright/api/kinds/user/passwords/digest-costs.ts';
import { hashPassword } from '@doorwright/api/kinds/user/passwords/passwords.ts';
import { judgePassword } from '@doorwright/api/signin/passwords/judge.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { add, password, startTenants } from '../../harness/world.ts';
import { workbookOf, zipFile } from '../users/upload/zip-file.ts';

let world: Awaited<ReturnType<typeof startTenants>>;
beforeAll(async () => {
  world = await startTenants();
});
afterAll(() => world.app.stop());

test('17.10 a flood at one organization delays a sign-in at another by a few hashes only', async () => {
  // The password by bcrypt at cost 12. A hash then takes much longer than the statements of a sign-in, and says the order.
  const slow = '$2a$12$BvV6nDjOSYz64E0229AEcuqno45PrKMV/NMqKJdzUFJGPxTazo5XK';
  await add(world.root, 'organization', { name: 'flooded' });
  await add(world.root, 'user', { owner: 'flooded', name: 'alice', password });
  await world.app.db('users').where({ owner: 'flooded' }).update({ password: slow, password_type: 'bcrypt' });
  let done = 0;
  const before: number[] = [];
  const signIn = async (organization: string) => {
    await world.app.signedIn(organization, 'alice', password);
    done += 1;
  };
  const flood = Array.from({ length: 16 }, () => signIn('flooded'));
  await signIn('globex').then(() => before.push(done));
  await Promise.all(flood);
  expect(before[0]).toBeLessThan(8);
});

test('17.10 queues take turns, and a full queue drops a request for a new one', async () => {
  const inTurn = createRoundRobinQueue({ atOnce: 1, waiting: 5 });
  const order: string[] = [];
  const ask = (whose: string) => inTurn(whose, async () => void order.push(whose)).catch(({ code }) => code);
  const asked = ['a', 'a', 'a', 'a', 'a', 'a', 'a', 'b', 'c'].map(ask);
  expect(await Promise.all(asked)).toEqual([
    ...[undefined, undefined, undefined, undefined],
    ...['busy', 'busy', 'busy', undefined, undefined],
  ]);
  expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'a']);
});

const plainOrganization = {
  name: 'acme',
  passwordType: 'argon2id',
  passwordSalt: '',
  masterPassword: '',
} as Organization;

const bcrypt = (rounds: string) => `$2a$${rounds}$${'a'.repeat(53)}`;
const argon2 = (cost: string) => `$argon2id$v=19$${cost}$${'a'.repeat(22)}$${'a'.repeat(43)}`;

test('17.10 an imported digest beyond the limits of cost is never computed', async () => {
  const isBounded = (type: 'bcrypt' | 'argon2id', text: string) => inspectDigest(type, text)?.isBounded;
  for (const rounds of ['04', '10', '13']) expect(isBounded('bcrypt', bcrypt(rounds))).toBe(true);
  for (const rounds of ['03', '14', '31']) expect(isBounded('bcrypt', bcrypt(rounds))).toBe(false);
  for (const cost of ['m=65536,t=4,p=1', 'm=102400,t=2,p=8']) expect(isBounded('argon2id', argon2(cost))).toBe(true);
  for (const cost of ['m=99999,t=9,p=1', 'm=200000,t=1,p=1', 'm=8,t=1,p=99', 'm=8,t=0,p=1'])
    expect(isBounded('argon2id', argon2(cost))).toBe(false);
  const dear = { password: bcrypt('20'), passwordType: 'bcrypt' } as User;
  const organization = { name: 'acme', passwordType: 'bcrypt', masterPassword: '' } as Organization;
  const start = process.cpuUsage();
  expect(await judgePassword('anything', dear, organization, false, async () => [])).toBeUndefined();
  expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
});

test('17.10 S25 an unknown name costs as much computing as a user with an imported digest', async () => {
  const stored = await hashPassword({ type: 'bcrypt', password: 'secret-1' });
  const user = { owner: 'acme', ...stored } as unknown as User;
  const organization = plainOrganization;
  const cost = async (who: User | undefined) => {
    const spent: number[] = [];
    for (let round = 0; round < 7; round++) {
      const before = process.cpuUsage();
      await judgePassword('wrong-one', who, organization, false, async () => ['bcrypt 10']);
      const { user: own, system } = process.cpuUsage(before);
      spent.push(own + system);
    }
    return spent.sort((a, b) => a - b)[3] ?? 0;
  };
  await cost(undefined);
  const ratio = (await cost(user)) / (await cost(undefined));
  expect(ratio).toBeGreaterThan(0.6);
  expect(ratio).toBeLessThan(1.6);
});

const sheetOf = (rows: readonly string[][]) => {
  const cells = rows.map((row) => row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join(''));
  const data = cells.map((each) => `<row>${each}</row>`).join('');
  return zipFile(workbookOf(`<worksheet><sheetData>${data}</sheetData></worksheet>`));
};

test('17.10 the imported digests of an organization have at most four costs, because a wrong password pays each of them', async () => {
  const { app, globex } = world;
  const digests = Array.from({ length: 8 }, (_, i) => argon2(`m=${8 * (i + 1)},t=1,p=1`));
  const header = ['owner', 'name', 'password', 'passwordType'];
  const rows = [...digests, ...digests].map((digest, i) => ['globex', `imported-${i}`, digest, 'argon2id']);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(sheetOf([header, ...rows]))]), 'users.xlsx');
  const { data } = (await globex.admin.post('upload-users', form)).body;
  expect(data).toMatchObject({ created: 6, failed: 10 });
  expect(data.rows.at(-1)).toMatchObject({ field: 'password', why: expect.stringContaining('at most 4') });
  // Older than the limit.
  for (const [i, password] of digests.entries())
    await app
      .db('users')
      .where({ owner: 'acme', name: 'alice' })
      .first()
      .then((row) => app.db('users').insert({ ...row, id: `before-${i}`, name: `before-${i}`, password }));
  expect(paidCosts('argon2id', await cachedCosts(app.db, 'acme')).size).toBe(4);
});

test('17.10 two simultaneous uploads give an organization no more costs than one', async () => {
  const { app, root } = world;
  await add(root, 'organization', { name: 'initech' });
  const header = ['owner', 'name', 'password', 'passwordType'];
  const uploads = [0, 1].map((each) => {
    const rows = [1, 2, 3].map((i) => [
      'initech',
      `u-${each}-${i}`,
      argon2(`m=${64 * (1 + each * 3 + i)},t=1,p=1`),
      'argon2id',
    ]);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(sheetOf([header, ...rows]))]), 'users.xlsx');
    return root.post('upload-users', form);
  });
  const created = (await Promise.all(uploads)).map(({ body }) => body.data.created);
  expect(created.toSorted()).toEqual([0, 3]);
  const { rows } = await app.db.raw(`SELECT DISTINCT split_part(password, '$', 4) FROM users WHERE owner = 'initech'`);
  expect(rows).toHaveLength(3);
});

test('17.10 a digest of a fifth cost from before the limit costs as much computing as an unknown name', async () => {
  const costs = [1, 2, 3, 4].map((each) => `argon2id ${32_767 + each} 1 1`);
  const password = argon2('m=32771,t=1,p=1');
  const user = { owner: 'acme', password, passwordType: 'argon2id' } as unknown as User;
  const least = { user: Number.POSITIVE_INFINITY, nobody: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 5; round++)
    for (const [name, who] of [['user', user] as const, ['nobody', undefined] as const]) {
      const before = process.cpuUsage();
      await judgePassword('wrong-one', who, plainOrganization, false, async () => costs);
      const spent = process.cpuUsage(before);
      least[name] = Math.min(least[name], spent.user + spent.system);
    }
  expect(least.user / least.nobody).toBeLessThan(1.15);
});
