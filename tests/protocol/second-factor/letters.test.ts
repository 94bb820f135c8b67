import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { add, password } from '../../harness/world.ts';
import { type MailServer, mailProvider, startMailServer } from '../../portal/mail/mail-server.ts';
import { factorWorld } from './factor-world.ts';

const world = factorWorld({}, { DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' });

let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  await add(world.root, 'provider', mailProvider('provider_mail', mail));
  await world.update('application', 'admin/shop', { providers: [{ name: 'provider_mail' }] });
});
afterAll(() => mail?.stop());

/** A user with an app for one-time codes, whose first letter has come. */
async function enrolled(more: Record<string, unknown> = {}) {
  const email = `${crypto.randomUUID()}@acme.example`;
  const made = await world.enrolled({ email, signupApplication: 'shop', ...more });
  return { ...made, email, titles: () => titlesTo(email) };
}

const titlesTo = (address: string) =>
  mail.received
    .filter(({ to }) => to.includes(address))
    .map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim())
    .toSorted();

const reasons = async (user: string) =>
  (await world.app.db('records').where({ object: `user acme/${user}`, outcome: 'ok' })).map(({ reason }) => reason);

/** The events of records with a reason (issue 36.2: each place names its event, and no word of a reason does). */
const eventsOf = async (user: string, reason: string): Promise<string[]> => {
  const named = (await world.app.db('records').where({ object: `user acme/${user}`, reason })).map(({ name }) => name);
  return world.app.db('events').whereIn('record', named).pluck('event');
};

describe('a letter and a record tell the user', () => {
  test('that they have a new second factor and new recovery codes, and that one is gone', async () => {
    const { username, secret, email, titles } = await enrolled();
    const letter = (await mail.mailTo(email, /Subject: Your account has a new second factor/)).text.replaceAll(
      /=\r?\n/g,
      '',
    );
    expect(letter).toContain(`${username} at Acme has a new second factor: app for one-time codes.`);
    expect(letter).not.toContain(secret);
    const client = world.browser();
    await world.login(client, { username, password });
    await world.login(client, { factor: 'totp', factorCode: world.code(secret) });
    expect((await client.post('new-recovery-codes')).body.status).toBe('ok');
    expect((await client.post('delete-factor', { type: 'totp' })).body.status).toBe('ok');
    // The new browser has a letter of its own.
    await expect
      .poll(titles, { timeout: 20_000 })
      .toEqual(
        expect.arrayContaining([
          'A second factor of your account was removed',
          'Your account has a new second factor',
          'Your account has new recovery codes',
        ]),
      );
    expect(await reasons(username)).toEqual(
      expect.arrayContaining(['totp added', 'recovery codes renewed', 'totp removed']),
    );
  });

  test('that a recovery code was used, in their language', async () => {
    const { username, recoveryCodes, email } = await enrolled({ language: 'de' });
    const client = world.browser();
    await world.login(client, { username, password });
    const form = { factor: 'recovery', factorCode: recoveryCodes[0] };
    expect(await world.login(client, form)).toMatchObject({ status: 'ok' });
    await expect
      .poll(() => mail.received.filter(({ to }) => to.includes(email)).map(({ text }) => text), { timeout: 20_000 })
      .toEqual(
        expect.arrayContaining([expect.stringContaining('Wiederherstellungscode Ihres Kontos wurde verwendet')]),
      );
    expect(await reasons(username)).toContain('recovery code used');
    await expect.poll(() => eventsOf(username, 'recovery code used')).toEqual(['change-factors']);
  });

  test('that an administrator reset their factors', async () => {
    const { username, titles } = await enrolled();
    const admin = world.browser();
    await world.login(admin, { username: await world.aUser({ isAdmin: true }), password });
    expect((await admin.post('reset-factors', { owner: 'acme', name: username })).body.status).toBe('ok');
    await expect.poll(titles, { timeout: 20_000 }).toContain('The second factors of your account were removed');
    expect(await reasons(username)).toContain('second factors reset');
  });

  test('that they trust a browser, and that they trust it no longer', async () => {
    await world.update('organization', 'admin/acme', { trustedDeviceDays: 30 });
    const { username, secret, titles } = await enrolled();
    const client = world.browser();
    await world.login(client, { username, password });
    expect(await world.login(client, { factorCode: world.code(secret), trustDevice: true })).toMatchObject({
      status: 'ok',
    });
    await expect.poll(titles, { timeout: 20_000 }).toContain('Your account trusts a browser');
    expect((await client.post('forget-trusted-devices')).body.status).toBe('ok');
    await expect.poll(titles, { timeout: 20_000 }).toContain('Your account trusts a browser no longer');
    expect(await reasons(username)).toEqual(
      expect.arrayContaining(['trusted device added', 'trusted devices forgotten']),
    );
    // A browser is no factor, so no event says that factors changed, and the sign-in tells its own event only.
    expect(await eventsOf(username, 'trusted device added')).toEqual([]);
    await world.update('organization', 'admin/acme', { trustedDeviceDays: 0 });
  });
});

/** A user with an address that gets letters. */
async function aReader(more: Record<string, unknown> = {}) {
  const email = `${crypto.randomUUID()}@acme.example`;
  return { email, username: await world.aUser({ email, signupApplication: 'shop', ...more }) };
}

const newPassword = 'another-long-one-7';

describe('a letter to the previous address tells the user', () => {
  test('that they have a new password, by whomever it was set', async () => {
    const all = await Promise.all([aReader(), aReader(), aReader(), aReader({ mustChangePassword: true })]);
    const [own, byAdmin, byUpdate, atSignIn] = all.map(({ username }) => ({ userOwner: 'acme', userName: username }));
    const [client, admin] = [world.browser(), world.root];
    await world.login(client, { username: own?.userName, password });
    const set = await client.post('set-password', { ...own, oldPassword: password, newPassword });
    expect(set.body.status).toBe('ok');
    expect((await admin.post('set-password', { ...byAdmin, newPassword })).body.status).toBe('ok');
    await world.update('user', `acme/${byUpdate?.userName}`, { password: newPassword });
    const forced = world.browser();
    expect(await world.login(forced, { username: atSignIn?.userName, password })).toMatchObject({
      code: 'password-due',
    });
    expect(await world.login(forced, { newPassword })).toMatchObject({ status: 'ok' });
    for (const { email } of all) {
      const { text } = await mail.mailTo(email, /Subject: Your account has a new password/);
      expect(text).not.toContain(newPassword);
    }
  });

  test('that an administrator changed their address or phone, or requires a second factor, and nothing else', async () => {
    const { email, username } = await aReader();
    const next = `${crypto.randomUUID()}@acme.example`;
    await world.update('user', `acme/${username}`, { displayName: 'Ada' });
    await world.update('user', `acme/${username}`, { requireSecondFactor: true, phone: '13800138000', email: next });
    await expect
      .poll(() => titlesTo(email), { timeout: 20_000 })
      .toEqual([
        'Your account needs a second factor',
        'Your email address was changed',
        'Your phone number was changed',
      ]);
    expect(titlesTo(next)).toEqual([]);
  });
});
