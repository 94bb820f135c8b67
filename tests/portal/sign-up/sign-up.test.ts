import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { cookiesSet } from '../../harness/cookies.ts';
import { add, password } from '../../harness/world.ts';
import { item, textsProvider } from '../world/pages-world.ts';
import { askForCode, from } from '../world/portal-world.ts';
import { basics, form, secret, signUpWorld } from './world.ts';

const world = signUpWorld();
const { asking, coded, signUp, stored } = world;

describe('sign-up', () => {
  test('with a mailed code makes a user who can sign in, on any server', async () => {
    const fields = await coded('anna', { phonePrefix: '86' });
    const answer = await from(world.other).post('signup', fields);
    expect(answer.body).toMatchObject({ status: 'ok', data: 'acme/anna' });
    expect(cookiesSet(answer).size).toBe(0);
    expect(await stored('anna')).toMatchObject({
      displayName: 'Somebody New',
      email: 'anna@example.com',
      emailVerified: true,
      type: 'normal-user',
      signupApplication: 'shop',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      createdIp: expect.stringMatching(/^198\.51\./),
    });
    const login = { type: 'login', application: 'shop', username: 'anna@example.com', password: secret.password };
    expect((await from(world.app).post('login', login)).body.data).toBe('acme/anna');
    const record = await world.app.db('records').where({ action: 'signup', outcome: 'ok', user: 'anna' }).first();
    expect(record).toMatchObject({ owner: 'acme', object: 'user acme/anna' });
  });

  test('gives the first tag of the organization and its default picture', async () => {
    const changes = { tags: ['staff|员工', 'guest'], defaultAvatar: 'https://acme.example/a.png' };
    await world.root.post('update-organization', changes, { query: { id: 'admin/acme' } });
    const application = await asking('plain', [...basics]);
    await signUp(form('arthur', { application }));
    expect(await stored('arthur')).toMatchObject({ tag: 'staff', avatar: 'https://acme.example/a.png', email: '' });
  });

  test('sent again with its key, after a lost answer, is the same sign-up for ten minutes', async () => {
    const fields = { ...(await coded('olga')), key: randomBytes(32).toString('base64url') };
    const both = await Promise.all([signUp(fields), signUp(fields)]);
    for (const answer of both) expect(answer).toMatchObject({ status: 'ok', data: 'acme/olga' });
    expect(await signUp({ ...fields, emailCode: '' })).toMatchObject({ status: 'ok', data: 'acme/olga' });
    const others = [
      { key: '' },
      { key: randomBytes(32).toString('base64url') },
      { password: 'another-password', confirm: 'another-password' },
      { name: 'Somebody Else' },
    ];
    for (const other of others) expect(await signUp({ ...fields, ...other })).toMatchObject({ code: 'code-not-sent' });
    expect(await signUp({ ...fields, key: 'short' })).toMatchObject({ fields: [{ field: 'key' }] });
    expect(await world.app.db('records').where({ action: 'signup', outcome: 'ok', user: 'olga' })).toHaveLength(1);
    world.later(11 * 60_000);
    expect((await signUp(fields)).status).toBe('error');
  });

  test('is another one after its password changed', async () => {
    const application = await asking('repeated', [
      ...basics,
      item('Affiliation', { visible: false, required: false, prompted: true }),
    ]);
    const fields = form('oleg', { application, key: randomBytes(32).toString('base64url') });
    const client = from(world.app);
    for (const each of [client, from(world.app)]) {
      const answer = await each.post('signup', fields);
      expect(answer.body).toMatchObject({ status: 'ok', data: 'acme/oleg' });
      expect(cookiesSet(answer).size).toBeGreaterThan(0);
    }
    const change = { userOwner: 'acme', userName: 'oleg', newPassword: 'changed-by-somebody' };
    expect((await world.root.post('set-password', new URLSearchParams(change))).body.status).toBe('ok');
    expect(await signUp(fields)).toMatchObject({ code: 'username-taken' });
  });

  test('is closed where the application says so, asks for nothing, or belongs to the platform', async () => {
    const closed = await asking('closed', basics, { enableSignUp: false });
    const empty = await asking('empty', []);
    await add(world.root, 'application', {
      name: 'of-platform',
      organization: 'built-in',
      cert: 'cert-built-in',
      enableSignUp: true,
      signupItems: basics,
    });
    for (const application of [closed, empty, 'of-platform'])
      expect(await signUp(form('abel', { application, organization: '' }))).toMatchObject({
        code: 'signup-closed',
        msg: 'The application does not allow to sign up new account',
      });
    expect((await signUp(form('abel', { organization: 'built-in' }))).code).toBe('signup-closed');
    for (const application of [closed, empty, 'of-platform']) {
      const asked = { method: 'signup', applicationId: `admin/${application}` };
      expect((await askForCode(from(world.app), 'abel@example.com', asked)).code).toBe('signup-closed');
    }
    expect((await signUp(form('abel', { application: 'nowhere' }))).code).toBe('not-found');
  });

  test('is refused for signed-in users', async () => {
    const alice = await world.app.signedIn('acme', 'alice', password);
    expect(await signUp(form('ada'), alice)).toMatchObject({ code: 'signup-signed-in', data: 'acme/alice' });
  });

  test.each([
    [{ username: 'x' }, 'username-too-short', 'username must have at least 2 characters'],
    [{ username: 'a b' }, 'username-blank', 'username cannot contain white spaces'],
    [{ username: '9lives' }, 'username-invalid', undefined],
    [{ username: 'no-dash' }, 'username-invalid', undefined],
    [{ password: 'short', confirm: 'short' }, 'password-too-short', undefined],
    [{ password: '', confirm: '' }, 'password-too-short', undefined],
    [{ password: 'Football1', confirm: 'Football1' }, 'password-common', undefined],
    [{ confirm: 'another-one' }, 'confirm-differs', 'Your confirmed password is inconsistent with the password!'],
    [{ email: '' }, 'email-empty', 'email cannot be empty'],
    [{ email: 'no address' }, 'email-invalid', 'email is invalid'],
    [{ name: ' ' }, 'display-name-blank', 'displayName cannot be blank'],
    [{ agreement: false }, 'agreement-missing', 'Please accept the agreement!'],
    [{ agreement: undefined }, 'agreement-missing', 'Please accept the agreement!'],
    [{ emailCode: '' }, 'code-missing', 'Please input your verification code!'],
    [{ emailCode: '12345' }, 'code-not-sent', 'Code has not been sent yet!'],
  ])('%j is refused as %s', async (changes, code, msg) => {
    expect(await signUp(form('barry', changes))).toMatchObject({ code, ...(msg && { msg }) });
    expect(await stored('barry')).toBeUndefined();
  });

  test('takes a password of several words, and none with a space at its end', async () => {
    const application = await asking('wordy', [...basics]);
    const words = 'two harbours and a ferry';
    const signUpWith = (typed: string) => signUp(form('wanda', { application, password: typed, confirm: typed }));
    expect(await signUpWith(`${words} `)).toMatchObject({ code: 'password-blank' });
    expect(await signUpWith(words)).toMatchObject({ data: 'acme/wanda' });
    await world.app.signedIn('acme', 'wanda', words);
  });

  test('asks for the application’s items, and takes nothing else', async () => {
    await add(world.root, 'provider', textsProvider);
    const items = [
      ...basics,
      item('Display name', { rule: 'Real name' }),
      item('Affiliation'),
      item('Country/Region'),
      item('ID card'),
      item('Phone', { required: false }),
    ];
    const application = await asking('curious', items, { providers: [{ name: textsProvider.name }] });
    const whole = {
      application,
      name: '李明',
      affiliation: 'Acme',
      region: 'CN',
      idCard: '11010519491231002X',
      email: 'ignored@example.com',
    };
    const codeOf = async (changes: Record<string, unknown>) =>
      (await signUp(form('berta', { ...whole, ...changes }))).code;
    expect(await codeOf({ name: 'Li Ming' })).toBe('real-name-invalid');
    expect(await codeOf({ affiliation: '' })).toBe('affiliation-blank');
    expect(await codeOf({ region: '' })).toBe('region-blank');
    for (const region of ['China', 'cn', 'XX', '<b>']) expect(await codeOf({ region }), region).toBe('region-invalid');
    expect(await codeOf({ idCard: '' })).toBe('id-card-blank');
    expect(await codeOf({ idCard: '123' })).toBe('id-card-invalid');
    expect(await codeOf({ phone: '123' })).toBe('phone-invalid');
    expect(await codeOf({ phone: '13812345678' })).toBe('code-missing');
    expect(await codeOf({})).toBeUndefined();
    expect(await stored('berta')).toMatchObject({
      realName: '李明',
      affiliation: 'Acme',
      region: 'CN',
      idCard: '11010519491231002X',
      email: '',
      phone: '',
    });
  });

  test('35.28 takes a real name of any script where the organization is not in China by its phone prefix', async () => {
    await add(world.root, 'organization', { name: 'abroad', displayName: 'Abroad', phonePrefix: '49' });
    const items = [...basics, item('Display name', { rule: 'Real name' })];
    const application = await asking('real-names', items, { organization: 'abroad' });
    const names = ['Jürgen Müller-Lüdenscheidt', 'Miriam O’Neill', 'Σωκράτης', 'علی‌رضا', 'दीपिका', '李明', '佐藤 花子'];
    for (const [index, name] of names.entries()) {
      const given = form(`real${index}`, { application, organization: 'abroad', name });
      expect([name, (await signUp(given)).status]).toEqual([name, 'ok']);
    }
    for (const name of ['4711', '<b>Li</b>', '- ', 'x@y']) {
      const given = form('unreal', { application, organization: 'abroad', name });
      expect([name, (await signUp(given)).code]).toEqual([name, 'real-name-invalid']);
    }
  });

  test('takes a name in two parts, and an address without a code where none is required', async () => {
    const application = await asking('split', [
      ...basics,
      item('Display name', { rule: 'First, last' }),
      item('Email', { rule: 'No verification' }),
    ]);
    const parts = { application, firstName: 'Grace', lastName: 'Hopper' };
    expect((await signUp(form('grace', { ...parts, firstName: '' }))).code).toBe('first-name-blank');
    expect((await signUp(form('grace', { ...parts, lastName: '' }))).code).toBe('last-name-blank');
    expect((await signUp(form('grace', parts))).status).toBe('ok');
    expect(await stored('grace')).toMatchObject({
      displayName: 'Grace Hopper',
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'grace@example.com',
      emailVerified: false,
    });
  });

  test('takes names and numbers without the blanks around them', async () => {
    const application = await asking('blanks', [...basics, item('Display name'), item('ID card')]);
    const padded = { application, name: ' Hedy Lamarr ', idCard: ' 11010519491231002X ' };
    expect((await signUp(form('hedy', padded))).status).toBe('ok');
    expect(await stored('hedy')).toMatchObject({ displayName: 'Hedy Lamarr', idCard: '11010519491231002X' });
    expect((await signUp(form('heda', { ...padded, name: '  ' }))).code).toBe('display-name-blank');
  });

  test('refuses a name or an address that is too long, beside its field, before the code', async () => {
    const application = await asking(
      'long',
      [...basics, item('Display name', { rule: 'First, last' }), item('Email', { rule: 'Normal' })],
      { providers: [{ name: 'provider_mail' }] },
    );
    const [half, name] = ['x'.repeat(50), 'Grace'];
    const address = `${'x'.repeat(60)}@${'y'.repeat(30)}.example.com`;
    const tried = (changes: object) =>
      signUp(form('greta', { application, firstName: name, lastName: name, ...changes }));
    const tooLong = (field: string) => ({
      code: 'invalid',
      fields: [{ field, message: 'must have at most 100 characters' }],
    });
    expect(await tried({ firstName: half, lastName: half })).toMatchObject(tooLong('lastName'));
    expect(await tried({ email: address })).toMatchObject(tooLong('email'));
    expect((await askForCode(from(world.app), address, { method: 'signup' })).code).toBe('email-invalid');
    expect((await tried({ firstName: half, lastName: half.slice(1) })).code).toBe('code-missing');
  });

  test('counts ids up, also for sign-ups at the same time, and names users by them', async () => {
    const rule = item('ID', { visible: false, required: true, rule: 'Incremental' });
    const application = await asking('counting', [rule, item('Password')]);
    const first = await signUp({ application, ...secret });
    const start = Number(first.data.slice('acme/'.length));
    expect(start).toBeGreaterThanOrEqual(0);
    const others = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        signUp({ application, ...secret }, from(index % 2 ? world.app : world.other)),
      ),
    );
    const ids = others.map(({ data }) => Number(data.slice('acme/'.length))).sort((a, b) => a - b);
    expect(ids).toEqual([1, 2, 3, 4, 5].map((each) => start + each));

    // Ids are unique everywhere, and another organization has many users.
    const { db, store } = world.app;
    const last = String(start + 5);
    const { owner, name, id: _, ...row } = await db(store('user').table).where({ owner: 'acme', id: last }).first();
    const columns = Object.keys(row).map((column) => `"${column}"`);
    await db.raw(
      `INSERT INTO users (owner, name, id, ${columns}) SELECT 'built-in', n::text, n::text, ${columns} FROM users,
         generate_series(CAST(:last AS bigint) + 1, CAST(:last AS bigint) + 11000) AS n WHERE owner = :owner AND name = :name`,
      { last, owner, name },
    );
    const after = Number(last) + 11_001;
    for (const id of [after, after + 1]) expect((await signUp({ application, ...secret })).data).toBe(`acme/${id}`);
    await db('users').where({ owner: 'built-in' }).whereRaw("id ~ '^[0-9]+$'").delete();

    // Applications identify users by the id, so nobody gets the id of a deleted user.
    const gone = { owner: 'acme', name: String(after + 1) };
    expect((await world.root.post('delete-user', gone)).body.status).toBe('ok');
    expect((await signUp({ application, ...secret })).data).toBe(`acme/${after + 2}`);
  });

  test('signs in where the application asks for more afterwards', async () => {
    const application = await asking('prompting', [
      ...basics,
      item('Affiliation', { visible: false, required: false, prompted: true }),
    ]);
    const browser = from(world.app);
    expect((await signUp(form('pia', { application }), browser)).status).toBe('ok');
    expect((await browser.get('get-account')).body.name).toBe('pia');
  });
});
