import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import { cookiesSet } from '../../harness/cookies.ts';
import { statementsOf } from '../../harness/database/statements.ts';
import type { MailServer } from '../mail/mail-server.ts';
import { askForCode, from, otherThan } from '../world/portal-world.ts';
import { type ShopServers, startShopServers } from '../world/shop-servers.ts';
import { type CodeUsers, codeUsers, login } from './code-users.ts';

const minute = 60_000;

let mail: MailServer;
let app: TestApp;
let other: TestApp;
let servers: ShopServers;
let aUser: CodeUsers['aUser'];
let invited: CodeUsers['invited'];
let signIn: CodeUsers['signIn'];
let outcome: CodeUsers['outcome'];
beforeAll(async () => {
  servers = await startShopServers();
  ({ mail, app, other } = servers);
  ({ aUser, invited, signIn, outcome } = codeUsers(servers));
});
afterAll(() => servers?.stop());

describe('S23 guesses at codes', () => {
  test('a code is void after five wrong guesses, over all servers, also at the same time', async () => {
    const { email, code } = await invited('dora');
    const tries = Array.from({ length: 8 }, (_, index) =>
      outcome(email, otherThan(code), 'shop', from(index % 2 ? app : other)),
    );
    const said = await Promise.all(tries);
    expect(said.toSorted()).toEqual([...Array(3).fill('code-void'), ...Array(5).fill('code-wrong')]);
    // A user with the right code now has to request another.
    expect(await outcome(email, code)).toBe('code-void');
    expect((await app.db('verification_codes').where({ destination: email }).first()).attempts).toBe(5);
  });

  test('an address is locked after ten wrong guesses at several codes, for the right one too', async () => {
    let { email, code } = await invited('dean');
    for (const wrong of [4, 4, 2]) {
      for (let tries = 0; tries < wrong; tries += 1) expect(await outcome(email, otherThan(code))).toBe('code-wrong');
      if (wrong === 2) break;
      servers.later(minute);
      const before = mail.received.length;
      await askForCode(from(app), email, login);
      await expect.poll(() => mail.received.length).toBe(before + 1);
      code = await mail.codeTo(email);
    }
    expect(await outcome(email, code)).toBe('locked');
  });

  test('one user gets eight codes, however many addresses are named', async () => {
    const email = await aUser('dolf');
    for (let sent = 0; sent < 8; sent += 1) {
      const address = `dolf${sent}@acme.example`;
      await app.db('users').where({ owner: 'acme', name: 'dolf' }).update({ email: address });
      expect((await askForCode(from(app), address, login)).status).toBe('ok');
      // Waiting letters are sent in no fixed order.
      await mail.mailTo(address);
    }
    await app.db('users').where({ owner: 'acme', name: 'dolf' }).update({ email });
    const isTold = () => other.logged.concat(app.logged).some((line) => line.includes('"user":"dolf"'));
    expect(isTold()).toBe(false);
    expect((await askForCode(from(other), email, login)).status).toBe('ok');
    await expect.poll(isTold).toBe(true);
    expect(mail.received.filter(({ to }) => to.includes(email))).toEqual([]);
  });

  test('a destination gets five codes in a quarter of an hour, and a network address requests thirty', async () => {
    const email = await aUser('dave');
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await askForCode(from(sent % 2 ? app : other), email, login)).status).toBe('ok');
      servers.later(minute);
    }
    servers.later(-minute);
    expect((await askForCode(from(app), email, login)).code).toBe('too-many-requests');
    const address = '203.0.113.77';
    for (let sent = 0; sent < 30; sent += 1)
      expect((await askForCode(from(app, address), `n${sent}@x.example`, login)).status).toBe('ok');
    expect((await askForCode(from(other, address), 'm@x.example', login)).code).toBe('too-many-requests');
  });
});

describe('S25 who exists', () => {
  test('requesting and trying a code gets the same answers for every address, and only users get mail', async () => {
    const there = await aUser('erin');
    const shut = await aUser('evan', { isForbidden: true });
    const gone = await aUser('ella', { isDeleted: true });
    const before = mail.received.length;
    const answers = [];
    for (const email of [there, shut, gone, 'missing@acme.example']) {
      const ask = (method: string) =>
        from(app).post('send-verification-code', { type: 'email', dest: email, applicationId: 'admin/shop', method });
      const seen = [await ask('login'), await ask('login'), await signIn(email, 'wrong')];
      answers.push(seen.map((each) => ({ status: each.status, text: each.text, cookies: [...cookiesSet(each)] })));
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    await mail.mailTo(there);
    expect(mail.received.slice(before).map(({ to }) => to)).toEqual([[there]]);
  });

  test('with the same statements', async () => {
    const there = await aUser('emil');
    for (const act of [
      (email: string) => askForCode(from(app), email, login),
      (email: string) => signIn(email, 'wrong'),
    ])
      expect(await statementsOf(app, () => act('nobody@acme.example'))).toEqual(
        await statementsOf(app, () => act(there)),
      );
  });
});
