import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { statementsOf } from '../../harness/database/statements.ts';
import { add, password } from '../../harness/world.ts';
import type { MailServer } from '../mail/mail-server.ts';
import { askForCode, from, otherThan } from '../world/portal-world.ts';
import { type ShopServers, startShopServers } from '../world/shop-servers.ts';

const minute = 60_000;

let mail: MailServer;
let app: TestApp;
let other: TestApp;
let root: Client;
let servers: ShopServers;
beforeAll(async () => {
  servers = await startShopServers();
  ({ mail, app, other, root } = servers);
});
afterAll(() => servers?.stop());

const fresh = (name: string) => `${name}${randomUUID().slice(0, 8)}`;
const addressOf = (name: string) => `${name}@acme.example`;

async function aUser(start: string, more: Record<string, unknown> = {}): Promise<string> {
  const name = fresh(start);
  await add(root, 'user', { owner: 'acme', name, password, email: addressOf(name), ...more });
  return name;
}

/** An organization with its shop and a list of users. */
async function anOrganization(people: Record<string, unknown>[], more: Record<string, unknown> = {}): Promise<string> {
  const owner = fresh('org');
  await add(root, 'organization', { name: owner, ...more });
  await add(root, 'application', {
    name: owner,
    organization: owner,
    cert: 'cert-built-in',
    enableCodeSignin: true,
    providers: [{ name: 'provider_mail' }],
  });
  for (const person of people) await add(root, 'user', { owner, password, ...person });
  return owner;
}

interface Way {
  application?: string;
  username: string;
  dest: string;
}
const lookUp = async (username: string, application = 'shop') =>
  (await from(app).post('get-email-and-phone', { application, username })).body;
const ask = async ({ application = 'shop', username, dest }: Way) => {
  const where = { applicationId: `admin/${application}`, type: dest.includes('@') ? 'email' : 'phone' };
  return (await askForCode(from(app), dest, { ...where, checkUser: username, method: 'forget' })).code ?? 'ok';
};
const login = async (dest: string) => (await askForCode(from(app), dest, { method: 'login' })).code ?? 'ok';
const verify = async ({ application = 'shop', ...way }: Way, code: string, client = from(app)) => {
  const type = way.dest.includes('@') ? 'email' : 'phone';
  return (await client.post('verify-code', { application, type, ...way, code })).body.code ?? 'ok';
};
const signIn = async (username: string, code: string) =>
  (await from(app).post('login', { type: 'login', application: 'shop', username, code })).body.code ?? 'ok';
/** The letter to an address that an action causes. */
async function letterAfter(dest: string, act: () => Promise<string>): Promise<string> {
  const letters = () => mail.received.filter(({ to }) => to.includes(dest)).length;
  const before = letters();
  expect(await act()).toBe('ok');
  await expect.poll(letters).toBe(before + 1);
  return mail.codeTo(dest);
}

describe('S25 who exists', () => {
  const times = async (count: number, act: () => Promise<string>) => {
    const seen: string[] = [];
    for (let done = 0; done < count; done += 1) seen.push(await act());
    return seen;
  };
  const own = (username: string): Way => ({ username, dest: addressOf(username) });
  const byAddress = (name: string): Way => ({ username: addressOf(name), dest: addressOf(name) });

  test.each<[string, (name: string) => Promise<string[]>]>([
    [
      'a code to sign in and one to recover',
      async (name) => [await login(addressOf(name)), await ask(byAddress(name))],
    ],
    ['a name with an address that one knows', async (name) => [await login(addressOf(name)), await ask(own(name))]],
    [
      'a guess at a code that was sent to sign in',
      async (name) => [await login(addressOf(name)), await verify(byAddress(name), '0'), await verify(own(name), '0')],
    ],
    [
      'guesses at signing in, which lock, and one at recovery',
      async (name) => [
        ...(await times(11, () => signIn(addressOf(name), '0'))),
        await verify(byAddress(name), '0'),
        await verify(own(name), '0'),
      ],
    ],
    [
      'guesses at recovery under one name, which lock, under another, and at signing in',
      async (name) => [
        await ask(own(name)),
        ...(await times(11, () => verify(own(name), '0'))),
        await ask(byAddress(name)),
        await verify(byAddress(name), '0'),
        await signIn(addressOf(name), '0'),
      ],
    ],
    [
      'as many codes as there are, for one purpose and then for others',
      async (name) => {
        const seen: string[] = [];
        for (let sent = 0; sent < 6; sent += 1) {
          seen.push(await ask(own(name)));
          servers.later(minute);
        }
        servers.later(-minute);
        return [...seen, await login(addressOf(name)), await ask(byAddress(name))];
      },
    ],
  ])('%s: the answers are the same for existing and missing users', async (_, seen) => {
    const [somebody, nobody] = [await aUser('sam'), fresh('none')];
    expect(await seen(somebody)).toEqual(await seen(nobody));
  });

  test('contacts and locks are the same in other capitals, for existing and missing users', async () => {
    for (const name of [await aUser('sid'), fresh('none')]) {
      const [small, large] = [await lookUp(name), await lookUp(name.toUpperCase())];
      expect(small.data.email).toMatch(/^.\*/);
      expect(large.data).toEqual({ ...small.data, name: name.toUpperCase() });
      expect(await ask(byAddress(name))).toBe('ok');
      expect(await ask(byAddress(name.toUpperCase()))).toBe('code-too-soon');
      const guess = (username: string) =>
        from(app).post('login', { type: 'login', application: 'shop', username, password: 'wrong' });
      for (let tries = 0; tries < 5; tries += 1) await guess(tries % 2 ? name : name.toUpperCase());
      expect((await guess(name.toUpperCase())).body.code).toBe('locked');
      expect((await guess(name)).body.code).toBe('locked');
    }
  });

  test('recovery takes the same statements for existing and missing users', async () => {
    const [somebody, nobody] = [await aUser('stan'), fresh('none')];
    for (const act of [(name: string) => lookUp(name), (name: string) => ask(own(name))])
      expect(await statementsOf(app, () => act(somebody))).toEqual(await statementsOf(app, () => act(nobody)));
    const guess = (name: string) => statementsOf(app, () => verify(own(name), '0'));
    expect(await guess(somebody)).toEqual(await guess(nobody));
  });

  test('missing names get contacts at the host of the organization, like those of its users', async () => {
    const people = ['ada', 'ben', 'cyd', 'dan'].map((name) => ({ name, email: `${name}@works.example.org` }));
    const owner = await anOrganization(people);
    const real = (await lookUp('ada', owner)).data;
    expect(real).toMatchObject({ email: 'a*a@works.e*****e.org', phone: '' });
    for (const name of ['ann', 'bob', 'zoe']) {
      const { data } = await lookUp(name, owner);
      expect(data).toEqual({ name, email: `${name[0]}*${name[2]}@works.e*****e.org`, phone: '' });
    }
    await add(root, 'user', { owner, name: 'eve', password, email: 'eve@works.example.org' });
    expect((await lookUp('ann', owner)).data.email).toBe('a*n@works.e*****e.org');
  });

  test('decoys have phones of a country and no email where the users do', async () => {
    const people = ['ada', 'ben', 'cyd'].map((name, index) => ({ name, phone: `0151234567${index}` }));
    const owner = await anOrganization(people, { phonePrefix: '49' });
    for (const name of ['ann', 'bob', 'zoe']) {
      const { data } = await lookUp(name, owner);
      expect(data).toEqual({ name, email: '', phone: expect.stringMatching(/^015\*{4}\d{4}$/) });
      expect((await from(other).post('get-email-and-phone', { application: owner, username: name })).body.data).toEqual(
        data,
      );
    }
  });

  test.each([
    [{ email: 'li@qq.com' }, { email: 'l*@q*.com' }],
    [{ email: 'x@y.org' }, { email: 'x*@y*.org' }],
    [{ phone: '12345' }, { phone: '1****5' }],
    [{ phone: '1234567' }, { phone: '1****67' }],
    [{ phone: '1234567890' }, { phone: '12****90' }],
    [{ phone: '13812345678' }, { phone: '138****5678' }],
  ])('the shown part of a contact such as %j does not reveal it', async (contact, shown) => {
    const owner = await anOrganization([{ name: 'wei', ...contact }], { phonePrefix: '49' });
    expect((await lookUp('wei', owner)).data).toMatchObject(shown);
  });
});

describe('a name that reads as an address', () => {
  test.each(['20231234', 'wei@staff'])('such as %s sends the code to the contact of its owner', async (username) => {
    const email = `${fresh('wei')}@else.example`;
    const application = await anOrganization([{ name: username, email }], { phonePrefix: '49' });
    const answer = await lookUp(username, application);
    expect(answer).toMatchObject({ data2: username.includes('@') ? 'email' : 'phone' });
    expect({ ...answer.data, name: '' }).toEqual({ name: '', email: '', phone: '', [answer.data2]: username });
    if (answer.data2 === 'phone') return;
    const way = { application, username, dest: username };
    const code = await letterAfter(email, () => ask(way));
    expect(await verify(way, code)).toBe('ok');
  });

  test('is no phone where numbers have another form: its contacts are masked like others', async () => {
    const email = `${fresh('wei')}@else.example`;
    const application = await anOrganization([{ name: '20231234', email }]);
    expect(await lookUp('20231234', application)).toMatchObject({ data: { phone: '' }, data2: 'username' });
  });
});

describe('S23 guesses at recovery', () => {
  test('ten wrong guesses at a user lock recovery under all of their names, for the right code too', async () => {
    const name = await aUser('tess');
    const ways = [addressOf(name), name].map((username) => ({ username, dest: addressOf(name) }));
    const [first, second] = ways as [Way, Way];
    let code = await letterAfter(addressOf(name), () => ask(first));
    for (let tries = 0; tries < 5; tries += 1) expect(await verify(first, otherThan(code))).toBe('code-wrong');
    code = await letterAfter(addressOf(name), () => ask(second));
    for (let tries = 0; tries < 5; tries += 1) expect(await verify(second, otherThan(code))).toBe('code-wrong');
    servers.later(minute - 1000);
    const third = { ...second, dest: (await lookUp(name)).data.email as string };
    code = await letterAfter(addressOf(name), () => ask(third));
    expect(await verify(third, code)).toBe('code-wrong');
    servers.later(minute);
    expect(await verify(third, code)).toBe('ok');
  });

  test('an address gets five letters in a quarter of an hour under all of its owner’s names, and the caller does not learn it', async () => {
    const name = await aUser('theo');
    const ways = [addressOf(name), name].map((username) => ({ username, dest: addressOf(name) }));
    for (let sent = 0; sent < 5; sent += 1) {
      if (sent > 0) servers.later(minute);
      await letterAfter(addressOf(name), () => ask(ways[sent % 2] as Way));
    }
    const refused = () => app.logged.concat(other.logged).filter((line) => line.includes('has had enough of them'));
    const before = refused().length;
    expect(await ask(ways[1] as Way)).toBe('ok');
    await expect.poll(() => refused().length).toBe(before + 1);
  });
});

test('S26 a newer code voids the code for another name', async () => {
  const name = await aUser('uma');
  const [first, second] = [addressOf(name), name].map((username) => ({ username, dest: addressOf(name) })) as [
    Way,
    Way,
  ];
  const older = await letterAfter(addressOf(name), () => ask(first));
  servers.later(1000);
  const newer = await letterAfter(addressOf(name), () => ask(second));
  expect(await verify(first, older)).toBe('code-wrong');
  expect(await verify(second, newer)).toBe('ok');
});

test('S27 without passwords every step of recovery is refused, for everybody', async () => {
  const application = await anOrganization([{ name: 'ada', email: 'ada@works.example.org' }]);
  const browser = from(app);
  const code = await letterAfter('ada@works.example.org', () =>
    ask({ application, username: 'ada', dest: 'ada@works.example.org' }),
  );
  expect(await verify({ application, username: 'ada', dest: 'ada@works.example.org' }, code, browser)).toBe('ok');
  await root.post('update-application', { enablePassword: false }, { query: { id: `admin/${application}` } });
  for (const username of ['ada', 'nobody']) {
    const way = { application, username, dest: 'ada@works.example.org' };
    expect((await lookUp(username, application)).code).toBe('recovery-closed');
    expect(await ask(way)).toBe('recovery-closed');
    expect(await verify(way, '0')).toBe('recovery-closed');
  }
  expect((await browser.post('reset-password', { newPassword: 'a-new-password' })).body.code).toBe('recovery-closed');
});
